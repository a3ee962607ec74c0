/**
 * A warm start: supervised fine-tuning of a new base, of the present one, or of the agents' adapters, on what the agents of
 * this very team would read and say, with the team's own reward measured on the way. It leaves base or adapters as files.
 */
import { nextTask } from '../../engine/generate/nextTask.ts';
import { meanOrZero } from '../update/mean.ts';
import { baseNameOf } from '../../core/document/bases.ts';
import type { ProjectDocument, WarmStartSettings } from '../../core/document/schema.ts';
import { type AttachedData, attachedTo } from '../../core/dataset/attach.ts';
import type { DataRow } from '../../core/dataset/rows.ts';
import type { EnvironmentHost, EnvironmentInfo } from '../../core/environment/contract.ts';
import type { MessageRecord } from '../../core/episode/records.ts';
import { fault, FaultError } from '../../core/faults.ts';
import type { ModelFiles } from '../../core/formats/files.ts';
import { type Missed, missedTarget } from '../../core/health/warmStart.ts';
import { charsPerTokenOf } from '../run/metrics.ts';
import type { WeightForm } from '../../core/weights/packed.ts';
import type { WarmEnding, WarmEvaluation, WarmStep } from '../../core/warmStart.ts';
import type { Engine } from '../../engine/engine.ts';
import { wholeResponse } from '../../core/episode/tools.ts';
import { scoreSequences } from '../../engine/train/score.ts';
import { warmStartFaults } from '../../words/words.ts';
import { type BaseModel, trainableWeights } from '../team/base.ts';
import { summarize } from '../play/evaluation.ts';
import type { SessionEvent } from '../events.ts';
import { checkLength } from '../play/rollout.ts';
import { requireTool } from '../play/tools.ts';
import { sizesOf, TrainingSession } from '../run/session.ts';
import {
  BaseLearner,
  type Example,
  type Learner,
  ownTokens,
  PRETRAINING,
  responseScores,
  scoredExample,
  type SupervisedSettings,
  trainSupervised,
  WINDOW,
  windowBatches,
} from '../update/supervised.ts';
import { AdapterLearner } from './adapterLearner.ts';
import { Demonstrations } from './demonstrations.ts';
import { adapterFolders, baseFolderFiles, tokenizerFilesOf, type WarmCard } from './folder.ts';
import { newBase } from './newBase.ts';
import { requireWarmRoom } from './room.ts';
import { environmentSource, type ExampleSource, exampleOf } from './source.ts';
import type { TokenizerOf } from './given.ts';

export type { WarmCard } from './folder.ts';

export type WarmStartEvent =
  | { readonly type: 'warm_phase'; readonly phase: 'preparing' | 'training' | 'evaluating' }
  | { readonly type: 'warm_step'; readonly step: WarmStep; readonly budget: number }
  | { readonly type: 'warm_evaluation'; readonly evaluation: WarmEvaluation }
  | Extract<SessionEvent, { type: 'notice' }>;

/** Makes the source of examples, once the environment is loaded and the tokenizers are known. */
export type SourceFor = (
  document: ProjectDocument,
  tokenizerOf: TokenizerOf,
  info: EnvironmentInfo,
  notice: (event: Extract<SessionEvent, { type: 'notice' }>) => void,
) => ExampleSource;

export interface WarmStartOptions {
  readonly document: ProjectDocument;
  /** Every base the document names; the team's own is not needed where a new one takes its place. */
  readonly bases: readonly BaseModel[];
  /** The folder of the team's base; needed where that is trained further, for its tokenizer. */
  readonly baseFiles?: ModelFiles;
  readonly environment: EnvironmentHost;
  /** Rows of the file the document's data set names. */
  readonly rows?: readonly DataRow[];
  readonly engine: Engine;
  readonly settings: WarmStartSettings;
  /** Name of the base that is made; `document.team.base` names it afterwards. */
  readonly name: string;
  /** The environment's demonstrations when absent. */
  readonly source?: SourceFor;
  /** What to call it on the card. */
  readonly sourceName?: string;
  readonly onEvent?: (event: WarmStartEvent) => void;
  /** Whether a person can ask for fewer workers, should a new base not fit. */
  readonly fewerWorkers?: boolean;
  /** Asked after every step. */
  readonly stop?: () => boolean;
}

export interface WarmStartResult {
  readonly trains: WarmStartSettings['trains'];
  /** Name of the base that was made, or that the adapters stand on. */
  readonly name: string;
  /** A Hugging Face folder, or one PEFT folder per role. */
  readonly files: Record<string, Uint8Array>;
  /** Why it ended. */
  readonly ended: WarmEnding;
  readonly card: WarmCard;
  /** Why it ended below its target; null where it did not. */
  readonly missed: Missed | null;
}

/** Steps over which the learning rate rises. */
const WARMUP = 20;

/** The form its bases are loaded in: one that is trained whole is f32. */
export const formFor = ({ team }: ProjectDocument, { trains }: WarmStartSettings): WeightForm =>
  trains === 'adapters' ? team.weights : 'f32';

/** Throws `E_MEMORY_PLAN` of a new base that does not fit, as {@link requireWarmRoom} does of others before their weights are read. */
export async function warmStart(options: WarmStartOptions): Promise<WarmStartResult> {
  const { settings, environment, engine, name, rows } = options;
  const emit = options.onEvent ?? (() => {});
  emit({ type: 'warm_phase', phase: 'preparing' });
  const data = attachedTo(options.document, rows);
  const loaded = await environment.load(options.document.environment.source);
  requireTool(options.document, loaded);
  const info = data ? { ...loaded, splits: sizesOf(data) } : loaded;
  const { trains } = settings;
  // The team as it will be: on the base that is made.
  const document: ProjectDocument =
    trains === 'adapters' ? options.document : { ...options.document, team: { ...options.document.team, base: name } };
  const teamBase = options.document.team.base;
  const learners = document.team.agents.flatMap((agent, index) => (learns(document, agent, trains) ? [index] : []));
  if (learners.length === 0) throw nobody(trains, document);

  const sourceFor = options.source ?? demonstrated(options, data);
  const made = trains === 'new_base' ? newBase(name, settings, await sourceFor(document, unreachable, info, () => {}).texts()) : null;
  const others = options.bases.flatMap((base): BaseModel[] => {
    if (trains === 'adapters' || base.name !== teamBase) return [base];
    return trains === 'base' ? [{ ...base, name }] : [];
  });
  if (made) {
    const { fewerWorkers } = options;
    await requireWarmRoom({ ...document, warmStart: settings }, [made.outline, ...others], environment, engine, { rows, fewerWorkers });
  }
  const bases = made ? [made.read(), ...others] : others;

  const session = await TrainingSession.create({ document, bases, engine, environment, rows });
  try {
    const baseOf = (agent: number) => session.policies[agent]?.group.base ?? unreachable();
    const source = sourceFor(document, (agent) => baseOf(agent).tokenizer, info, emit);
    const group = session.groups.find(({ base }) => base.name === name);
    const whole =
      trains !== 'adapters' && group
        ? new BaseLearner(engine, group.base.config, trainableWeights(group.base.weights), group.agents)
        : null;
    const taught: Learner[] = whole ? [whole] : session.groups.map((own) => new AdapterLearner(engine, own));
    const agents = new Map(document.team.agents.map(({ role }, index) => [role, index]));
    const toExamples = (messages: readonly MessageRecord[]): Example[] =>
      messages.flatMap((message) => {
        const agent = agents.get(message.role);
        if (agent === undefined || !learners.includes(agent)) return [];
        checkLength(baseOf(agent), message.role, message.prompt_ids.length, wholeResponse(message).length);
        return [exampleOf(message, agent, settings.promptWeight)];
      });

    const kept = await source.heldOut();
    const heldOut = toExamples(kept);
    let evaluated: WarmEvaluation | null = null;
    const evaluations: WarmEvaluation[] = [];
    const evaluate = async (step: number, tokens: number): Promise<WarmEvaluation> => {
      emit({ type: 'warm_phase', phase: 'evaluating' });
      evaluated = { step, tokens, heldOut: await scored(engine, taught, heldOut), ...(await teamReward(session, settings)) };
      evaluations.push(evaluated);
      emit({ type: 'warm_evaluation', evaluation: evaluated });
      emit({ type: 'warm_phase', phase: 'training' });
      return evaluated;
    };

    const training: SupervisedSettings = {
      ...PRETRAINING,
      learningRate: settings.learningRate,
      batchRows: settings.batch,
      warmupSteps: WARMUP,
      seed: settings.seed,
    };
    const losses: number[] = [];
    let last: WarmStep | undefined;
    let ended: WarmStartResult['ended'] = 'tokens';
    // A base that knows much may reach the target within a few steps: after 1, 2, 4, 8 … steps, until that is too rare.
    let due = Math.min(1, settings.evaluateEvery);
    emit({ type: 'warm_phase', phase: 'training' });
    await trainSupervised(
      engine,
      taught,
      batches(source, toExamples, training),
      training,
      (_, tokens) => tokens / settings.tokens,
      async (step) => {
        last = step;
        losses.push(step.responseLoss);
        emit({ type: 'warm_step', step, budget: settings.tokens });
        await nextTask();
        if (options.stop?.()) ended = 'stopped';
        else if (step.step === due) {
          due += Math.min(due, settings.evaluateEvery);
          const { sampled } = await evaluate(step.step, step.tokens);
          if (settings.target < 1 && sampled >= settings.target) ended = 'target';
        }
        return ended === 'tokens' && step.tokens < settings.tokens;
      },
    );
    const seen = last ?? unreachable();
    const evaluation = evaluatedAt(evaluated, seen.step) ?? (await evaluate(seen.step, seen.tokens));
    const card: WarmCard = {
      name: trains === 'adapters' ? teamBase : name,
      environment: info.name,
      project: document.name,
      settings,
      backend: engine.backend,
      loss: meanOrZero(losses.slice(-50)),
      ended,
      evaluation,
      ...(options.sourceName === undefined ? {} : { source: options.sourceName }),
    };
    const files =
      whole && group
        ? baseFolderFiles(group.base.config, whole.weights, made?.tokenizer ?? tokenizerFilesOf(options.baseFiles ?? {}, teamBase), card)
        : adapterFolders(session, card);
    const missed = missedTarget({ settings, ended, losses, evaluations, shown: source.shown(), charsPerToken: charsPerTokenOf(kept) });
    return { trains, name: card.name, files, ended, card, missed };
  } finally {
    session.dispose();
  }
}

/** The environment's own demonstrations. */
const demonstrated =
  ({ environment, settings }: WarmStartOptions, data: AttachedData | null): SourceFor =>
  (document, tokenizerOf, info) =>
    environmentSource(document, new Demonstrations(environment, info, settings, data), (agent) =>
      tokenizerOf(agent).tokensFor(document.team.template, document.team.thinking),
    );

/** Batches of one part of the source after the other, without end. */
async function* batches(
  source: ExampleSource,
  toExamples: (messages: readonly MessageRecord[]) => Example[],
  settings: SupervisedSettings,
): AsyncGenerator<Example[]> {
  let window = 0;
  let waiting: Example[] = [];
  for (let part = 0; ; part += 1) {
    waiting.push(...toExamples(await source.part(part)));
    if (part > 0 && waiting.length === 0) throw new FaultError(fault(warmStartFaults, 'E_WARM_EMPTY', {}));
    // Whole windows while there are enough; a source smaller than one is gone through part by part.
    const size = settings.batchRows * WINDOW;
    do {
      const examples = waiting.slice(0, size);
      waiting = waiting.slice(size);
      yield* windowBatches(examples, window, settings);
      window += 1;
    } while (waiting.length >= size);
  }
}

async function scored(engine: Engine, learners: readonly Learner[], examples: readonly Example[]): Promise<WarmEvaluation['heldOut']> {
  if (examples.length === 0) return null;
  let loss = 0;
  let accuracy = 0;
  let count = 0;
  for (const learner of learners) {
    const own = examples.flatMap((example) => {
      const slot = learner.slotOf(example);
      return slot === null ? [] : [{ example, slot }];
    });
    if (own.length === 0) continue;
    const sequences = own.map(({ example, slot }) => scoredExample(example, slot));
    const { logprobs } = await scoreSequences(engine, learner.config, learner.slots, sequences);
    const scores = responseScores(
      logprobs,
      own.flatMap(({ example }) => ownTokens(example)),
    );
    loss += scores.loss * scores.count;
    accuracy += scores.accuracy * scores.count;
    count += scores.count;
  }
  return { loss: loss / count, accuracy: accuracy / count };
}

/**
 * By the session's own evaluation, on problems of the train split. Of many evaluations one may reach the target by luck, so
 * that one is looked at again, on four times as many problems.
 */
async function teamReward(session: TrainingSession, { evaluateEpisodes, target }: WarmStartSettings) {
  const first = await rewardOn(session, evaluateEpisodes);
  return target < 1 && first.sampled >= target ? rewardOn(session, 4 * evaluateEpisodes) : first;
}

async function rewardOn(session: TrainingSession, episodes: number) {
  const sampled = summarize((await session.evaluate({ split: 'train', episodes, greedy: false })).episodes);
  const greedy = await session.evaluate({ split: 'train', episodes, greedy: true });
  return { problems: episodes, sampled: sampled.mean, standardError: sampled.standardError ?? 0, greedy: greedy.reward };
}

/** Whether an agent's messages are learnt: on the base that is trained, or with an adapter that is not frozen. */
function learns(document: ProjectDocument, agent: ProjectDocument['team']['agents'][number], trains: WarmStartSettings['trains']): boolean {
  return trains === 'adapters' ? !agent.adapter.frozen : baseNameOf(document, agent) === document.team.base;
}

const evaluatedAt = (evaluation: WarmEvaluation | null, step: number): WarmEvaluation | null =>
  evaluation?.step === step ? evaluation : null;

function unreachable(): never {
  throw new Error('the team stands on no base');
}

function nobody(trains: WarmStartSettings['trains'], { team: { base } }: ProjectDocument): FaultError {
  const place = { subject: trains === 'adapters' ? 'team.agents' : 'team.base' };
  return new FaultError(fault(warmStartFaults, 'E_WARM_NOBODY', { trains, base }, { place }));
}
