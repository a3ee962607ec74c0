/**
 * The bug museum's exhibits: for every switch of `COMPAT`, where the defect is found and a project in which it can act. From this
 * come the recorded evidence (headless/evidence/museum.ts), the projects that the page opens and the comparisons it queues, so
 * that all three are of the same thing. The words stand in src/words/en/learn/museum.ts.
 */
import type { PresetName } from '../document/presets/presets.ts';
import type { ProjectDocument } from '../document/schema.ts';
import { COMPAT, type Compat } from '../document/trainingSchema.ts';
import type { Json } from '../json.ts';
import { withValueAt } from '../sweep/address.ts';

/** Settings by path of the document (`core/sweep/address.ts`), and what they become. */
export type Changes = Readonly<Record<string, Json>>;

export interface Exhibit {
  readonly id: Compat;
  /** Its number in marft-spec §4, where it has one. */
  readonly quirk: string | null;
  /** Which code base, and which file of it as the specification names it (§2–§5, §12); null where it names none. */
  readonly origin: 'r1' | 'r3';
  readonly file: string | null;
  /**
   * How it is known: its function was `run` on small inputs, the code was `read`, it was read and its arithmetic checked on a
   * transcription (`transcribed`), or it is `inferred` from code that was read and not run.
   */
  readonly known: 'run' | 'read' | 'transcribed' | 'inferred';
  /** A project in which the defect can act, and what of it is changed for that, right and wrong alike. */
  readonly preset: PresetName;
  readonly changes: Changes;
  readonly iterations: number;
  /** A second pair of runs at other settings, where one pair does not tell the story; its name stands in front of the variants'. */
  readonly also?: { readonly id: 'slow' | 'decoupled'; readonly changes: Changes; readonly series: string };
  /** The evidence's series in which one would notice it, beside the reward; the first is drawn. */
  readonly series: readonly [string, ...string[]];
}

/** Nothing that adapts by itself, so that an update is as large as it is. */
const UNGUARDED: Changes = { 'training.adaptiveLearningRate.enabled': false, 'training.klGate': 0 };

/** Kept for every exhibit of the plain micro project, so that their runs without a defect are the same to the last curve. */
const PLAIN = ['actor/planner/kl_ref', 'actor/planner/grad_norm', 'actor/solver/grad_norm', 'critic/advantages/planner/mean'];

type Described = Omit<Exhibit, 'id'>;

const DESCRIBED: Readonly<Record<Compat, Described>> = {
  r1_previous_turn_mask: {
    quirk: 'Q1',
    origin: 'r1',
    file: 'marft/buffers/action_level_buffer.py, token_level_buffer.py',
    known: 'run',
    preset: 'micro',
    changes: {},
    iterations: 30,
    series: ['skill/plan right', ...PLAIN],
  },
  r1_stale_advantages: {
    quirk: 'Q2',
    origin: 'r1',
    file: 'marft/buffers/token_level_buffer.py',
    known: 'run',
    preset: 'micro',
    changes: {},
    iterations: 30,
    series: ['actor/solver/grad_norm', ...PLAIN],
  },
  r1_skip_exact_zeros: {
    quirk: 'Q3',
    origin: 'r1',
    file: 'marft/algorithms',
    known: 'run',
    preset: 'micro',
    // A critic's advantages are never exactly 0; those of a group that is all right or all wrong are. R1 normalises over the minibatch.
    changes: {
      'training.algorithm': 'grpo',
      'training.groupSize': 8,
      'training.normalizeAdvantages.mean': 'minibatch',
      'training.normalizeAdvantages.std': 'minibatch',
    },
    iterations: 20,
    series: ['actor/solver/grad_norm', 'reward/frac_zero_std'],
  },
  r1_huber_sign: {
    quirk: 'Q4',
    origin: 'r1',
    file: 'marft/utils/util.py',
    known: 'run',
    preset: 'micro',
    // R1's δ is 10, which rewards of 0 and 1 never reach.
    changes: { 'training.critic.huberDelta': 0.1 },
    iterations: 20,
    series: ['critic/advantages/planner/mean', 'critic/vf_explained_var'],
  },
  r1_half_precision_adam: {
    quirk: 'Q8',
    origin: 'r1',
    file: 'agent.py',
    known: 'run',
    preset: 'micro',
    changes: UNGUARDED,
    iterations: 30,
    also: { id: 'slow', changes: { 'training.learningRate': 3e-5 }, series: 'actor/solver/entropy' },
    series: ['actor/solver/entropy', 'actor/solver/kl_ref', 'actor/planner/kl_ref'],
  },
  r1_raw_bootstrap: {
    quirk: 'Q13',
    origin: 'r1',
    file: 'marft/mas/mas.py',
    known: 'read',
    preset: 'higher-lower',
    // Two guesses where the rules allow three: what is cut off has a future, which the critic is asked about.
    changes: { 'training.horizon': 2, 'training.episodes': 32 },
    iterations: 20,
    series: ['critic/vf_explained_var', 'critic/advantages/guesser/mean'],
  },
  r1_drop_leftover: {
    quirk: 'Q17',
    origin: 'r1',
    file: null,
    known: 'read',
    preset: 'micro',
    // 8 equal minibatches of 31 episodes have three each: 7 are left over. What is compared is normalised over the whole batch,
    // so that the size of a minibatch changes nothing else.
    changes: {
      'training.episodes': 31,
      'training.minibatches': 8,
      'training.epochs': 1,
      'training.normalizeAdvantages.mean': 'batch',
      'training.normalizeAdvantages.std': 'batch',
    },
    iterations: 20,
    series: ['actor/solver/kl_ref', 'actor/planner/kl_ref'],
  },
  r1_untempered_logprobs: {
    quirk: null,
    origin: 'r1',
    file: 'marft/mas/mas.py',
    known: 'read',
    preset: 'micro',
    // What R1 samples with.
    changes: { 'team.agents.*.sampling.temperature': 0.5, 'team.agents.*.sampling.topK': 50 },
    iterations: 20,
    series: ['actor/solver/ppo_kl', 'actor/solver/entropy'],
  },
  r1_row_weighted_chunks: {
    quirk: null,
    origin: 'r1',
    file: 'marft/algorithms',
    known: 'read',
    preset: 'micro',
    // One episode in each part: as unequal as parts can be.
    changes: { 'training.accumulation': 32 },
    iterations: 20,
    series: ['actor/solver/grad_norm', 'response_length/solver/mean'],
  },
  r3_first_system_prompt: {
    quirk: null,
    origin: 'r3',
    file: 'areal/workflow/multi_agent/workflow.py',
    known: 'read',
    preset: 'micro',
    changes: {},
    iterations: 30,
    series: ['skill/answer right given plan', ...PLAIN],
  },
  r3_linear_transcript: {
    quirk: null,
    origin: 'r3',
    file: 'areal/workflow/multi_agent/workflow.py',
    known: 'read',
    preset: 'editor',
    // Writer → reflector → editor: the editor hears the remark, and not the draft that it is about. No two agents are in one layer of
    // the graph, where those of R3 do not hear each other either.
    changes: {
      'team.edges': [
        { from: 'writer', to: 'reflector' },
        { from: 'reflector', to: 'editor' },
      ],
      'team.context': 'parents',
    },
    iterations: 20,
    series: ['skill/editor does what it is told', 'actor/editor/kl_ref'],
  },
  r3_linear_training: {
    quirk: null,
    origin: 'r3',
    file: 'areal/workflow/multi_agent/workflow.py',
    known: 'inferred',
    preset: 'flow',
    // The gate reads the spoilt ratio of the first pass, and would refuse most steps.
    changes: UNGUARDED,
    iterations: 30,
    series: ['actor/right/first_ratio_deviation', 'skill/right right'],
  },
  r3_lost_token_rewards: {
    quirk: null,
    origin: 'r3',
    file: 'areal/workflow/multi_agent/credit.py',
    known: 'transcribed',
    preset: 'micro',
    changes: { 'training.credit.strategy': 'step_discount' },
    iterations: 30,
    series: ['credit/paid', 'credit/violations'],
  },
  r3_lone_group: {
    quirk: null,
    origin: 'r3',
    file: 'areal/utils/data.py',
    known: 'inferred',
    preset: 'micro',
    changes: {
      'training.groupSize': 8,
      'training.credit.strategy': 'step_discount',
      'training.reward.mean': 'group',
      'training.reward.std': 'group',
    },
    iterations: 20,
    series: ['critic/vf_loss', 'critic/advantages/solver/std'],
  },
  r3_unstitched_first_tokens: {
    quirk: null,
    origin: 'r3',
    file: 'areal/engine/fsdp_engine.py',
    known: 'inferred',
    // Messages of one or two tokens, so that the first is most of them.
    preset: 'signalling',
    // The gate and the adaptive rate read the spoilt ratio, and would refuse every step.
    changes: { ...UNGUARDED, 'training.critic.kind': 'lora', 'training.episodes': 32 },
    iterations: 40,
    also: {
      id: 'decoupled',
      changes: { 'training.decoupled.enabled': true },
      series: 'actor/speaker/first_ratio_deviation',
    },
    series: ['actor/speaker/kl_ref', 'actor/speaker/first_ratio_deviation', 'critic/vf_explained_var'],
  },
  r3_untrained_orchestrator: {
    quirk: null,
    origin: 'r3',
    file: 'areal/workflow/multi_agent/dynamic_workflow.py',
    known: 'inferred',
    preset: 'consult',
    changes: {},
    iterations: 30,
    series: ['skill/asks who knows', 'actor/desk/kl_ref'],
  },
};

/** In the order of `COMPAT`. */
export const EXHIBITS: readonly Exhibit[] = COMPAT.map((id) => ({ id, ...DESCRIBED[id] }));

export const exhibitOf = (id: Compat): Exhibit => ({ id, ...DESCRIBED[id] });

/** The id of an exhibit's evidence, and its file's name below `public/evidence`. */
export const evidenceOf = (id: Compat): string => `museum-${id}`;

/** The path that switches a defect on, as a sweep varies it. */
export const switchPath = (id: Compat): string => `training.compat.${id}`;

/** A run of an exhibit: `right` is without the defect, `bug` with it; of a second pair `slow-right`, `slow-bug`. */
export interface ExhibitVariant {
  readonly id: 'right' | 'bug' | `${'slow' | 'decoupled'}-${'right' | 'bug'}`;
  readonly bug: boolean;
  /** What differs from the exhibit's project. */
  readonly changes: Changes;
  /** The run without the defect at the same settings, where that is not the first. */
  readonly against?: string;
}

export function exhibitVariants({ id, also }: Exhibit): readonly [ExhibitVariant, ExhibitVariant, ...ExhibitVariant[]] {
  const bug: Changes = { 'training.compat': [id] };
  const second: ExhibitVariant[] = also
    ? [
        { id: `${also.id}-right`, bug: false, changes: also.changes },
        {
          id: `${also.id}-bug`,
          bug: true,
          changes: { ...also.changes, ...bug },
          against: `${also.id}-right`,
        },
      ]
    : [];
  return [{ id: 'right', bug: false, changes: {} }, { id: 'bug', bug: true, changes: bug }, ...second];
}

/** What every run of an exhibit has in place of the preset's own. */
export function exhibitChanges({ changes, iterations }: Exhibit): Changes {
  return { 'training.iterations': iterations, ...changes };
}

/** The preset's document with these changes. */
export function changed(document: ProjectDocument, changes: Changes): ProjectDocument {
  return Object.entries(changes).reduce((made, [path, value]) => withValueAt(made, path, value), document);
}
