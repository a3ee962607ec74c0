/** A warm start in the trainer worker: the session's own, with what it says sent to the page. */
import { baseNameOf } from '../../src/core/document/bases.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { EnvironmentHost } from '../../src/core/environment/contract.ts';
import { FaultError, faultFrom } from '../../src/core/faults.ts';
import { readEpisodes } from '../../src/core/formats/runs/episodes.ts';
import type { ModelFiles } from '../../src/core/formats/files.ts';
import type { WeightForm } from '../../src/core/weights/packed.ts';
import type { BackendOptions, StartedBackend } from '../../src/session/team/backend.ts';
import type { BaseModel, BaseOutline } from '../../src/session/team/base.ts';
import { requireWarmRoom } from '../../src/session/warmStart/room.ts';
import { type Given, givenSource } from '../../src/session/warmStart/given.ts';
import { formFor, type SourceFor, warmStart } from '../../src/session/warmStart/warmStart.ts';
import type { RunControl } from './control.ts';
import type { DroppedBases, TrainerCommand, WarmMessage, WarmPhase, WarmSource } from './protocol.ts';

type WarmCommand = Extract<TrainerCommand, { type: 'warm_start' }>;
type Body = WarmMessage extends infer Message ? (Message extends WarmMessage ? Omit<Message, 'type' | 'runId'> : never) : never;

/** What the worker has for it. */
export interface WarmParts<Opened extends BaseOutline = BaseOutline> {
  readonly environment: EnvironmentHost | null;
  /** `room` as {@link BackendOptions.room}. */
  start(command: WarmCommand, bases: readonly BaseOutline[], room: BackendOptions['room']): Promise<StartedBackend>;
  /** The bases `names` of a document, and their weights. */
  bases(
    document: ProjectDocument,
    dropped: DroppedBases | undefined,
    names: readonly string[],
    form?: WeightForm,
  ): Promise<readonly Opened[]>;
  read(opened: readonly Opened[]): readonly BaseModel[];
  /** A base's folder. */
  files(document: ProjectDocument, dropped: DroppedBases | undefined, name: string): Promise<ModelFiles>;
  tell(message: WarmMessage): void;
}

export async function runWarmStart<Opened extends BaseOutline>(
  command: WarmCommand,
  control: RunControl,
  parts: WarmParts<Opened>,
): Promise<void> {
  const { runId, document } = command;
  const { team, warmStart: settings } = document;
  const send = (body: Body) => parts.tell({ type: 'warm', runId, ...body } as WarmMessage);
  const phase = (name: WarmPhase) => send({ what: 'phase', phase: name });
  let started: StartedBackend | null = null;
  try {
    phase('preparing');
    if (!parts.environment) throw new Error('no environment worker is connected');
    const named = new Set(team.agents.map((agent) => baseNameOf(document, agent)));
    // The base that a new one takes the place of may be missing.
    if (settings.trains === 'new_base') named.delete(team.base);
    const opened = await parts.bases(document, command.bases, [...named], formFor(document, settings));
    const baseFiles = settings.trains === 'base' ? await parts.files(document, command.bases, team.base) : undefined;
    const source = await sourceOf(command, parts);
    const { environment } = parts;
    started = await parts.start(command, opened, (engine) =>
      requireWarmRoom(document, opened, environment, engine, { rows: command.rows }),
    );
    send({ what: 'backend', report: started.report });
    const result = await warmStart({
      document,
      bases: parts.read(opened),
      baseFiles,
      environment: parts.environment,
      rows: command.rows,
      engine: started.engine,
      settings,
      name: command.name,
      ...source,
      stop: () => control.request() === 'stop',
      onEvent: (event) => {
        if (event.type === 'warm_phase') phase(event.phase);
        else if (event.type === 'warm_step') send({ what: 'step', step: event.step, budget: event.budget });
        else if (event.type === 'warm_evaluation') send({ what: 'evaluation', evaluation: event.evaluation });
        else send({ what: 'notice', message: event.message });
      },
    });
    const { trains, name, files, ended, missed } = result;
    send({ what: 'result', result: { trains, name, files, ended, missed } });
    phase('finished');
  } catch (error) {
    send({ what: 'fault', fault: faultFrom(error) });
    phase('failed');
    // What nobody foresaw may have broken the backend for good: the page replaces a worker that reports an error.
    if (!(error instanceof FaultError)) reportError(error);
  } finally {
    started?.engine.dispose();
  }
}

async function sourceOf(
  { source, document }: WarmCommand,
  parts: Pick<WarmParts, 'bases'>,
): Promise<{ readonly source?: SourceFor; readonly sourceName?: string }> {
  const given = await givenBy(source, parts);
  if (!given) return {};
  const { seed } = document.warmStart;
  return {
    source: (team, tokenizerOf, _info, notice) => givenSource(team, given, tokenizerOf, seed, notice),
    sourceName: source.kind === 'run' ? 'good rollouts of a run' : 'episodes of a file',
  };
}

async function givenBy(source: WarmSource, parts: Pick<WarmParts, 'bases'>): Promise<Given | null> {
  if (source.kind === 'environment') return null;
  const { name, threshold } = source;
  if (source.kind === 'file') return { name, threshold, episodes: readEpisodes(source.text, name), tokenizerOf: null };
  const { document, bases: dropped, episodes } = source;
  const names = new Set(document.team.agents.map((agent) => baseNameOf(document, agent)));
  const bases = await parts.bases(document, dropped, [...names]);
  return {
    name,
    threshold,
    episodes: episodes.map((record, index) => ({ form: 'rollout', line: index + 1, reward: record.reward, record })),
    tokenizerOf: (role) => {
      const agent = document.team.agents.find((candidate) => candidate.role === role);
      const base = agent && bases.find((candidate) => candidate.name === baseNameOf(document, agent));
      if (!base) throw new Error(`the run has no agent ${role}`);
      return base.tokenizer;
    },
  };
}
