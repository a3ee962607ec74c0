/** Chinese words of what keeps a file from being read as a project. */
import type { projectFileFaults } from '../../../en/faults/document/projectFile.ts';
import type { Translated } from '../../../forms/translated.ts';

const CHOOSE = '请选择由工作台保存的项目文件。';

type Finding = Parameters<typeof projectFileFaults.E_DOCUMENT_UNKNOWN_FIELD>[0];

const at = ({ path, more }: Finding): string => path + (more > 0 ? `（另有 ${more} 处）` : '');

export const projectFileFaultsZh: Translated<typeof projectFileFaults> = {
  E_DOCUMENT_SIZE: ({ most }) => ({
    message: `这个文件大于 ${most / 2 ** 20} MiB。`,
    hint: '项目只包含提示词、代码和设置；模型和运行是单独的文件。',
  }),
  E_DOCUMENT_JSON: () => ({ message: '这个文件不是有效的 JSON。', hint: CHOOSE }),
  E_DOCUMENT_INVALID: (of) =>
    of.found === 'depth'
      ? { message: '这个文件嵌套太深，不可能是项目。', hint: CHOOSE }
      : {
          message: `这个项目有一个无法使用的值：${at(of)}：${of.wrong ?? '不是项目'}。`,
          hint: '在文件里改正它，然后重新打开。',
        },
  E_DOCUMENT_UNKNOWN_FIELD: (of) => ({
    message: `这个项目有一个本版本不认识的字段：${at(of)}。`,
    hint: '检查它的拼写，或者删除它。',
  }),
  E_DOCUMENT_VERSION: (of) => {
    switch (of.found) {
      case 'none':
        return {
          message: '这个文件不是项目：它没有说明自己的版本。',
          hint: '请选择由工作台保存的项目文件；最初的 MARFT 的角色配置要另外导入。',
        };
      case 'other':
        return { message: `这个项目的版本 ${of.said} 不是从 1 起的整数。`, hint: CHOOSE };
      case 'old':
        return {
          message: `格式 ${of.version} 的项目已经不再能读取。`,
          hint: '请在较旧的工作台里打开这个项目并保存一次。',
        };
    }
  },
  E_DOCUMENT_FUTURE: ({ name, version, reads }) => ({
    message: `项目${name === '' ? '' : `「${name}」`}由更新的工作台保存（格式 ${version}；这一版最多读到 ${reads}）。`,
    hint: '更新工作台，或者用保存它的那个工作台打开。项目没有改动。',
  }),
};
