/** Chinese words of what is wrong with the words of a lesson, for whoever writes or translates it. */
import type { LessonWordsDefect, lessonWordsFaults } from '../../../en/faults/document/lessonWords.ts';
import type { Translated } from '../../../forms/translated.ts';

function said(of: LessonWordsDefect): { readonly what: string; readonly hint?: string } {
  switch (of.found) {
    case 'no_title':
      return { what: '一课要以标题开头。', hint: '在第一行写「# 」和标题。' };
    case 'titles':
      return { what: '一课只有一个标题。', hint: '步骤以「## 」开头。' };
    case 'empty_title':
      return { what: '标题是空的。' };
    case 'early_part':
      return { what: '步骤的一个部分出现在所有步骤之前。', hint: `整课的部分有：${of.parts.join('、')}。` };
    case 'no_summary':
      return { what: '标题下面缺少一段话。', hint: '它说明学完之后会做过什么、理解什么。' };
    case 'long_summary':
      return { what: '标题下面不止一段话。', hint: '更多的内容应当放进步骤。' };
    case 'no_steps':
      return { what: '这一课没有步骤。', hint: '步骤以「## show its-id: Its title」开头。' };
    case 'heading_form':
      return { what: '步骤以它的种类、id 和标题开头。', hint: '例如「## show three-agents: Three agents」。' };
    case 'kind':
      return { what: `「${of.kind}」不是步骤的种类。`, hint: `种类有：${of.kinds.join('、')}。` };
    case 'step_id':
      return { what: `「${of.id}」不能作为 id。`, hint: 'id 由小写字母、数字和连字符组成。' };
    case 'step_twice':
      return { what: `有两个步骤「${of.id}」。` };
    case 'step_title':
      return { what: `步骤「${of.id}」没有标题。` };
    case 'stray_heading':
      return {
        what: '步骤里的标题只能是它的一个部分。',
        hint: `部分有：${of.parts.map((part) => `「### ${part}」`).join('、')}。`,
      };
    case 'part':
      return { what: `「${of.part}」不是步骤的部分。`, hint: `部分有：${of.parts.join('、')}。` };
    case 'part_twice':
      return { what: `步骤「${of.id}」有两个「${of.part}」。` };
    case 'part_empty':
      return { what: `步骤「${of.id}」的「${of.part}」是空的。` };
    case 'kind_part':
      return { what: `${of.kind} 步骤没有「${of.part}」。` };
    case 'kind_options':
      return {
        what: `${of.kind} 步骤没有选项。`,
        hint: '只有 predict 和 check 有选项；普通列表不能以「- (word)」开头。',
      };
    case 'no_options':
      return { what: `步骤「${of.id}」提了问题，却没有给出选项。`, hint: '选项是一行「- (its-id) Its text」。' };
    case 'option_id':
      return { what: `「${of.id}」不能作为选项的 id。`, hint: 'id 由字母、数字和连字符组成。' };
    case 'option_twice':
      return { what: `选项「${of.id}」出现了两次。` };
    case 'option_empty':
      return { what: `选项「${of.id}」没有内容。` };
    case 'text_below':
      return {
        what: '选项下面还有文字。',
        hint: '选项放在最后；选择之后显示的内容写在「### after」下面。',
      };
  }
}

export const lessonWordsFaultsZh: Translated<typeof lessonWordsFaults> = {
  E_LESSON_WORDS: (of) => {
    const { what, hint } = said(of);
    return { message: `${of.subject}，第 ${of.line} 行：${what}`, ...(hint !== undefined && { hint }) };
  },
};
