/** What settings cite: apart from which setting cites what, which is fetched with the form of settings. */

/** Works that several settings cite. */
export const WORKS = {
  marft: { text: 'MARFT, Liao et al. 2025', url: 'https://arxiv.org/abs/2504.16129' },
  ppo: { text: 'PPO, Schulman et al. 2017', url: 'https://arxiv.org/abs/1707.06347' },
  clip: { text: 'PPO, Schulman et al. 2017, eq. 7', url: 'https://arxiv.org/abs/1707.06347' },
  gae: { text: 'GAE, Schulman et al. 2016, eq. 16', url: 'https://arxiv.org/abs/1506.02438' },
  grpo: { text: 'GRPO, Shao et al. 2024 (DeepSeekMath, §4.1)', url: 'https://arxiv.org/abs/2402.03300' },
  rloo: { text: 'RLOO, Ahmadian et al. 2024', url: 'https://arxiv.org/abs/2402.14740' },
  vineppo: { text: 'VinePPO, Kazemnejad et al. 2024', url: 'https://arxiv.org/abs/2410.01679' },
  c3: { text: 'C3, Chen et al. 2026; COMA, Foerster et al. 2018, eq. 4', url: 'https://arxiv.org/abs/2603.06859' },
  reinforce: { text: 'REINFORCE, Williams 1992', url: 'https://doi.org/10.1007/BF00992696' },
  dual: { text: 'Dual clip, Ye et al. 2020', url: 'https://arxiv.org/abs/1912.09729' },
  dapo: { text: 'Clip-higher, DAPO, Yu et al. 2025', url: 'https://arxiv.org/abs/2503.14476' },
  drGrpo: { text: 'Dr. GRPO, Liu et al. 2025, §3', url: 'https://arxiv.org/abs/2503.20783' },
  gspo: { text: 'GSPO, Zheng et al. 2025', url: 'https://arxiv.org/abs/2507.18071' },
  cispo: { text: 'CISPO, MiniMax-M1, 2025, eq. 4', url: 'https://arxiv.org/abs/2506.13585' },
  sapo: { text: 'SAPO, Gao et al. 2025', url: 'https://arxiv.org/abs/2511.20347' },
  dppo: { text: 'DPPO, Qi et al. 2026', url: 'https://arxiv.org/abs/2602.04879' },
  covariance: { text: 'Clip-Cov and KL-Cov, Cui et al. 2025', url: 'https://arxiv.org/abs/2505.22617' },
  distillation: { text: 'On-policy distillation, Thinking Machines 2025', url: 'https://thinkingmachines.ai/blog/on-policy-distillation/' },
  topEntropy: { text: 'Beyond the 80/20 Rule, Wang et al. 2025', url: 'https://arxiv.org/abs/2506.01939' },
  adaptiveEntropy: { text: 'Skywork-OR1, He et al. 2025, §3.3', url: 'https://arxiv.org/abs/2505.22312' },
  m2po: { text: 'M2PO, Zheng et al. 2025', url: 'https://arxiv.org/abs/2510.01161' },
  decoupled: { text: 'Decoupled PPO, Hilton et al. 2022', url: 'https://arxiv.org/abs/2110.00641' },
  areal: { text: 'AReaL, Fu et al. 2025', url: 'https://arxiv.org/abs/2505.24298' },
  tis: {
    text: 'TIS, Yao et al. 2025',
    url: 'https://fengyao.notion.site/off-policy-rl',
  },
  klApprox: { text: 'Approximating KL divergence, Schulman 2020', url: 'http://joschu.net/blog/kl-approx.html' },
  ziegler: { text: 'Ziegler et al. 2019, §2', url: 'https://arxiv.org/abs/1909.08593' },
  adaptiveKl: { text: 'Ziegler et al. 2019, §2.2', url: 'https://arxiv.org/abs/1909.08593' },
  adam: { text: 'Adam, Kingma and Ba 2015', url: 'https://arxiv.org/abs/1412.6980' },
  adamw: { text: 'AdamW, Loshchilov and Hutter 2019', url: 'https://arxiv.org/abs/1711.05101' },
  cosine: { text: 'SGDR, Loshchilov and Hutter 2017', url: 'https://arxiv.org/abs/1608.03983' },
  gradClip: { text: 'Pascanu et al. 2013', url: 'https://arxiv.org/abs/1211.5063' },
  adaptiveRate: { text: 'Adaptive rate on KL, after rsl_rl', url: 'https://github.com/leggedrobotics/rsl_rl' },
  valueClip: { text: 'Implementation Matters, Engstrom et al. 2020', url: 'https://arxiv.org/abs/2005.12729' },
  details: {
    text: 'The 37 Implementation Details of PPO, Huang et al. 2022',
    url: 'https://iclr-blog-track.github.io/2022/03/25/ppo-implementation-details/',
  },
  ippo: { text: 'IPPO, de Witt et al. 2020; the serialised chain: MARFT, Liao et al. 2025', url: 'https://arxiv.org/abs/2011.09533' },
  mappo: {
    text: 'MAPPO, Yu et al. 2022; with history and state, Baisero and Amato 2022',
    url: 'https://arxiv.org/abs/2103.01955',
  },
  ctde: { text: 'MAPPO (CTDE), Yu et al. 2022', url: 'https://arxiv.org/abs/2103.01955' },
  lora: { text: 'LoRA, Hu et al. 2022', url: 'https://arxiv.org/abs/2106.09685' },
  qlora: { text: 'QLoRA, Dettmers et al. 2023; forms as in GGUF', url: 'https://arxiv.org/abs/2305.14314' },
  paged: { text: 'PagedAttention (vLLM), Kwon et al. 2023', url: 'https://arxiv.org/abs/2309.06180' },
  huber: { text: 'Huber 1964', url: 'https://doi.org/10.1214/aoms/1177703732' },
  happo: { text: 'Sequential updates, HAPPO, Kuba et al. 2022', url: 'https://arxiv.org/abs/2109.11251' },
  passk: { text: 'pass@k, Chen et al. 2021, eq. 1', url: 'https://arxiv.org/abs/2107.03374' },
  drMas: { text: 'Groups per agent: AReaL issue 1114', url: 'https://github.com/areal-project/AReaL/issues/1114' },
  r1: { text: 'The original MARFT code (R1)', url: 'https://github.com/jwliao-ai/MARFT' },
  r3: { text: 'SII-MARFT (R3)', url: 'https://github.com/SII-MARFT/MARFT' },
  workbench: { text: 'This workbench’s own' },
  gymnasium: { text: 'As in Gymnasium', url: 'https://gymnasium.farama.org/' },
  bookkeeping: { text: 'Bookkeeping, as in most trainers' },
} as const satisfies Readonly<Record<string, { readonly text: string; readonly url?: string }>>;

export interface Source {
  readonly text: string;
  readonly url?: string;
}
