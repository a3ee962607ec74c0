/** Chinese words of what keeps a run of something else from being opened, whatever its files hold. */
import type { importRunFaults } from '../../../en/faults/page/importRun.ts';
import type { Translated } from '../../../forms/translated.ts';

export const importRunFaultsZh: Translated<typeof importRunFaults> = {
  E_IMPORT_UNKNOWN: ({ name }) => ({
    message: `${name} 中没有任何属于可在这里读取的运行的内容。`,
    hint: '可以读取的见 docs/imports.md：prime-rl、verl、TRL、verifiers 和 AReaL 的采样；追踪记录、曲线和你自己的数据行见 docs/imports-traces.md。',
  }),
  E_IMPORT_STOPPED: () => ({ message: '导入已停止。没有保留其中任何内容。' }),
};
