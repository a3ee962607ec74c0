/** Chinese words of what is wrong with a learning record. */
import type { learningRecordFaults } from '../../../en/faults/files/learningRecord.ts';
import type { Translated } from '../../../forms/translated.ts';

export const learningRecordFaultsZh: Translated<typeof learningRecordFaults> = {
  E_LEARNING_RECORD: (of) => {
    switch (of.found) {
      case 'large':
        return { message: `「${of.subject}」比任何学习记录都大。`, hint: '请选择页面在「学习」里保存的文件。' };
      case 'no_json':
        return { message: `「${of.subject}」不是 JSON。`, hint: '请选择页面在「学习」里保存的文件。' };
      case 'other':
        return { message: `「${of.subject}」不是学习记录。`, hint: '请选择页面在「学习」里保存的文件。' };
      case 'newer':
        return {
          message: `「${of.subject}」是版本 ${of.version} 的学习记录，这个工作台读不了。`,
          hint: '请用制作它的工作台或更新的版本打开。',
        };
      case 'field':
        return {
          message: `「${of.subject}」不是完整的学习记录：「${of.field || '整个文件'}」与 docs/learning-record.md 所写的不符。`,
          hint: '请索取页面原样保存的文件。',
        };
      case 'contradiction':
        return {
          message: `「${of.subject}」在「${of.field}」处自相矛盾，说明页面保存之后有人改过。`,
          hint: '请索取页面原样保存的文件。',
        };
    }
  },
};
