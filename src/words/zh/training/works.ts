/** What settings cite, in Chinese: works keep their English titles, what the workbench says of them is Chinese. */
import { WORKS } from '../../en/training/works.ts';
import type { Translated } from '../../forms/translated.ts';

export const worksZh: Translated<typeof WORKS> = {
  ...WORKS,
  adaptiveRate: { ...WORKS.adaptiveRate, text: '按 KL 自适应的学习率，仿照 rsl_rl' },
  ippo: { ...WORKS.ippo, text: 'IPPO, de Witt et al. 2020；串行的信用链：MARFT, Liao et al. 2025' },
  mappo: { ...WORKS.mappo, text: 'MAPPO, Yu et al. 2022；加入历史和状态：Baisero and Amato 2022' },
  qlora: { ...WORKS.qlora, text: 'QLoRA, Dettmers et al. 2023；形式同 GGUF' },
  happo: { ...WORKS.happo, text: '依次更新：HAPPO, Kuba et al. 2022' },
  signTest: { ...WORKS.signTest, text: '成对续演的符号检验：McNemar 1947，精确检验' },
  r1: { ...WORKS.r1, text: '最初的 MARFT 代码（R1）' },
  workbench: { text: '本工作台自有' },
  gymnasium: { ...WORKS.gymnasium, text: '同 Gymnasium' },
  bookkeeping: { text: '常规管理，与多数训练器相同' },
};
