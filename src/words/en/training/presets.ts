/** Names of the sets of settings, and what each is for; the numbers are those of the study of what learns. */
import { spoken } from '../../forms/language.ts';

export const presetsEn = spoken('training/presets', {
  menu: 'Presets',
  menuHelp: 'Sets of settings: algorithms, the original code’s values, collapses and guards',
  own: 'your own',
  appliedTitle: 'Settings changed',
  applied: (name: string) =>
    `The settings are now “${name}”. Iterations, episodes, horizon, evaluation and each agent’s own sampling and adapter stay as they were unless the preset sets them. Undo restores the previous settings.`,
  sections: {
    algorithms: 'Algorithms',
    originals: 'Values of the originals',
    team: 'Team credit',
    rate: 'Collapse: learning rate too high',
    reuse: 'Collapse: episodes used too often',
  },
  presets: {
    tppo: { label: 'TPPO (default)', help: 'MARFT token by token, with a critic: the measured defaults.' },
    appo: { label: 'APPO', help: 'MARFT message by message, with a critic.' },
    ippo: {
      label: 'IPPO (independent learning)',
      help: 'Each agent by itself: PPO along its own messages alone, paid what the team or its role is paid, with a critic of its own (LoRA per agent). What the paper compares MARFT with.',
    },
    mappo: {
      label: 'MAPPO (centralised critic)',
      help: 'One critic that reads all that the team was told and said, and the environment’s hidden state where it tells one; agents read what they did.',
    },
    mappo_decentralised: {
      label: 'MAPPO, decentralised actors',
      help: 'The same critic over agents that hear nobody: connections and memory of others are taken away, each reads its own observation and what it said itself.',
    },
    grpo: { label: 'GRPO', help: 'No critic: groups of 8 episodes of one problem are compared.' },
    dr_grpo: {
      label: 'Dr. GRPO',
      help: 'GRPO without its two biases: advantages are not divided by the group’s deviation, nor the loss by the lengths of messages.',
    },
    maxrl: {
      label: 'MaxRL',
      help: 'GRPO divided by the group’s mean reward, its rate of success: problems that are seldom solved weigh most. For rewards of 0 and 1.',
    },
    dapo: {
      label: 'DAPO',
      help: 'GRPO with a higher upper clip, groups without spread replaced up to three times, and a soft penalty for the last 4 tokens before the limit.',
    },
    gspo: { label: 'GSPO', help: 'GRPO with one ratio for a message, the geometric mean of its tokens’, and the paper’s narrow clip.' },
    cispo: { label: 'CISPO', help: 'GRPO whose weights are clipped, at 5, while every token keeps its gradient.' },
    sapo: { label: 'SAPO', help: 'GRPO with a soft gate in place of the clip; each message counts alike.' },
    dppo: { label: 'DPPO', help: 'GRPO that stops where a token’s probability has moved by 0.15, whatever its ratio.' },
    reinforce: { label: 'REINFORCE', help: 'The plain policy gradient with the batch’s mean return as baseline; one pass.' },
    rae: {
      label: 'RAE (SPIRAL)',
      help: 'The plain policy gradient with a running mean of each role’s returns as baseline, along each agent’s own messages; one pass.',
    },
    rloo: { label: 'RLOO', help: 'The plain policy gradient with the mean of the other 7 in the group as baseline; one pass.' },
    vineppo: {
      label: 'Tree Monte-Carlo (VinePPO)',
      help: 'No critic: the team plays on 4 times from before every message; a message is credited with how much it changed the mean reward. Rollouts take several times as long.',
    },
    c3: {
      label: 'C3 (message against others)',
      help: 'No critic: in the place of each message its agent says 4 others, each played on with the same random numbers; a message is credited with its reward above their mean.',
    },
    difference: {
      label: 'Difference rewards',
      help: 'No critic: each message is replaced by silence and the episode played on with the same random numbers; it is credited with what is then missing.',
    },
    coma: {
      label: 'COMA',
      help: 'A critic: in the place of each message its agent says 4 others, which nobody plays on; a message is credited with its value above their mean.',
    },
    r1: {
      label: 'R1: APPO',
      help: 'The original code’s values, sampling and adapters; at its learning rate, 5e-7, small models hardly move.',
    },
    r1_tppo: { label: 'R1: TPPO', help: 'The same for its token-level algorithm, with its KL gate of 1.7e-6.' },
    r1_defects: { label: 'R1: APPO with its defects', help: 'And every defect of it that shows in this project.' },
    r3: { label: 'R3', help: 'SII-MARFT as shipped: one adapter for all, decoupled loss with lag 2, KL 0.1 in the reward.' },
    r3_defects: { label: 'R3 with its defects', help: 'And every defect of it that shows in this project.' },
    rotation: {
      label: 'Rotation, 5 iterations each',
      help: 'Agent by agent: one learns while the others stay fixed, so each gets its share of the iterations.',
    },
    per_step: { label: 'Per-step credit', help: 'Each step is paid by the environment’s stepReward; the environment must have one.' },
    lazy_team: {
      label: 'Lazy team',
      help: 'All at once at 3e-3 without guards, with equal pay: in the trio the verifier comes to do the others’ work.',
    },
    collapse_learning_rate: { label: 'Collapse', help: 'Learning rate 1e-2 without guards: the reward rises, then dies.' },
    collapse_learning_rate_adaptive: {
      label: '+ adaptive learning rate',
      help: 'Makes the steps smaller as soon as the policy moves too far.',
    },
    collapse_learning_rate_gate: { label: '+ KL gate', help: 'Checks before each step, but the first step of a batch always has KL 0.' },
    collapse_learning_rate_penalty: { label: '+ KL penalty 0.05', help: 'Pulls the team towards its base.' },
    collapse_learning_rate_rollback: { label: '+ rollback', help: 'Back to the best snapshot, with half the rate.' },
    collapse_reuse: { label: 'Collapse', help: '8 epochs, with clipping all but off: the reward dies.' },
    collapse_reuse_adaptive: { label: '+ adaptive learning rate', help: 'Makes the steps smaller as soon as the policy moves too far.' },
    collapse_reuse_gate: { label: '+ KL gate', help: 'Made for this: beyond KL 0.01 no further step is taken.' },
    collapse_reuse_penalty: { label: '+ KL penalty 0.05', help: 'Pulls the team towards its base.' },
    collapse_reuse_rollback: { label: '+ rollback', help: 'Back to the best snapshot, with half the rate.' },
  },
});
