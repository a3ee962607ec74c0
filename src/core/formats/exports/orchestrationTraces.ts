/**
 * Episodes as orchestration traces: the JSON schema that “Reinforcement Learning for LLM-based Multi-Agent Systems through Orchestration
 * Traces” (arXiv 2605.02801) publishes, one trace a line (docs/exports.md). A trace is a graph of events; it points at texts and holds none.
 */
import type { ProjectDocument } from '../../document/schema.ts';
import type { EpisodeRecord, MessageRecord } from '../../episode/records.ts';
import { importText } from '../../../words/words.ts';
import type { ImportInfo } from '../imports/run/info.ts';
import { toolTokens } from '../../episode/tools.ts';
import { encodeFloatLines } from '../jsonl.ts';
import { RUN_PATHS } from '../runPaths.ts';

export interface TraceEvent {
  readonly id: string;
  /** Place in the episode's order, from 0: no clock is kept of single messages. */
  readonly t: number;
  readonly type: 'orchestrator_decision' | 'message' | 'aggregate';
  readonly agent: string;
  readonly content_ref?: string;
  /** Ours, which the schema lets events have. */
  readonly [extra: string]: string | number | boolean | undefined;
}

export interface TraceEdge {
  readonly src: string;
  readonly dst: string;
  readonly type: 'temporal' | 'causal' | 'message' | 'return';
}

export interface OrchestrationTrace {
  readonly trace_id: string;
  readonly task_id: string;
  readonly system: string;
  readonly topology: 'centralized' | 'unknown';
  readonly events: readonly TraceEvent[];
  readonly edges: readonly TraceEdge[];
  readonly rewards: Readonly<Record<string, number>>;
  /** `wall_clock_s`: the iteration's seconds of play over its episodes, which are played at once; absent where no clock was kept, as `tokens` are where an imported run does not tell them. */
  readonly costs: { readonly tokens?: number; readonly wall_clock_s?: number; readonly messages: number };
  readonly metrics?: Readonly<Record<string, number>>;
}

/** Who gathers a turn's messages, steps and pays. */
const ENVIRONMENT = 'environment';

const FLOATS: ReadonlySet<string> = new Set(['rewards', 'wall_clock_s', 'metrics']);

/**
 * Contents of a file; `seconds`: what the iteration's play took by the clock, if that is known. `imported`: what an imported run tells, of
 * which what is unknown is left out. Of a part of its episodes: how many stand before it, and how many there are in all.
 */
export function traceLines(
  document: ProjectDocument,
  episodes: readonly EpisodeRecord[],
  seconds: number | undefined,
  imported: ImportInfo | null = null,
  { first, of }: { readonly first: number; readonly of: number } = { first: 0, of: episodes.length },
): string {
  const share = seconds === undefined ? undefined : seconds / of;
  return encodeFloatLines(
    episodes.map((episode, line) => {
      const trace = traceOf(document, episode, first + line, share);
      return imported ? asTold(trace, episode, imported) : trace;
    }),
    FLOATS,
  );
}

function traceOf({ team }: ProjectDocument, episode: EpisodeRecord, line: number, seconds: number | undefined): OrchestrationTrace {
  const orchestrator = team.orchestration === 'static' ? null : team.orchestrator.role;
  const events: TraceEvent[] = [];
  const edges: TraceEdge[] = [];
  const eventOf = new Map<number, string>();
  let before: string | null = null;
  episode.messages.forEach((message, index) => {
    const decides = message.role === orchestrator;
    const id = `m${index}`;
    eventOf.set(index, id);
    const content_ref = `${RUN_PATHS.rollout(episode.iteration)}#${line}/messages/${index}`;
    events.push({
      id,
      t: events.length,
      type: decides ? 'orchestrator_decision' : 'message',
      agent: message.role,
      role: message.role,
      from: message.role,
      content_ref,
      turn: message.turn,
      tokens: message.response_ids.length,
      ...(message.tools ? { tool_calls: message.tools.length, tool_tokens: toolTokens(message) } : {}),
      adapter_version: message.adapter_version,
    });
    for (const seen of message.sees) {
      const src = eventOf.get(seen);
      if (src) edges.push({ src, dst: id, type: 'message' });
    }
    // Whom an orchestrator called speaks next, and behind a router all whom it let speak; a turn begins where the one before it was gathered.
    const previous = episode.messages[index - 1];
    const decision = episode.messages.findLastIndex(({ role, turn }, at) => at < index && turn === message.turn && role === orchestrator);
    if (decision >= 0 && !decides) edges.push({ src: `m${decision}`, dst: id, type: 'causal' });
    if (before !== null && previous?.turn !== message.turn) edges.push({ src: before, dst: id, type: 'temporal' });
    if (episode.messages[index + 1]?.turn === message.turn) return;
    const gathered: string = `s${message.turn}`;
    events.push({ id: gathered, t: events.length, type: 'aggregate', agent: ENVIRONMENT, turn: message.turn });
    episode.messages.forEach(({ turn }, of) => turn === message.turn && edges.push({ src: `m${of}`, dst: gathered, type: 'return' }));
    before = gathered;
  });
  const skills = episode.skills ?? {};
  return {
    trace_id: `${episode.iteration}-${episode.split}-${episode.episode}`,
    task_id: `${episode.split}-${episode.problem_index}`,
    system: 'MARFT Workbench',
    topology: team.orchestration === 'dynamic' ? 'centralized' : 'unknown',
    events,
    edges,
    rewards: { team: episode.reward, ...byRole(episode) },
    costs: {
      tokens: episode.messages.reduce((sum, message) => sum + tokensOf(message), 0),
      ...(seconds !== undefined && { wall_clock_s: seconds }),
      messages: episode.messages.length,
    },
    ...(Object.keys(skills).length > 0 && { metrics: skills }),
  };
}

/** A trace of an imported run: who made it is its source, its problem is its group, and no number stands for what its files do not hold. */
function asTold(
  trace: OrchestrationTrace,
  { iteration, split, group, messages }: EpisodeRecord,
  { source, known }: ImportInfo,
): OrchestrationTrace {
  const { wall_clock_s, messages: said } = trace.costs;
  const tokens = messages.every(({ prompt_ids: prompt, response_ids: response }) => prompt.length > 0 && response.length > 0);
  return {
    ...trace,
    task_id: known.ofEpisodes.group === known.episodes ? `${split}-${iteration}-${group}` : 'unknown',
    system: importText.sources[source],
    topology: 'unknown',
    events: trace.events.map(({ tokens: count, adapter_version: _, ...event }) =>
      typeof count === 'number' && count > 0 ? { ...event, tokens: count } : event,
    ),
    rewards: finite(trace.rewards),
    costs: { ...(tokens ? { tokens: trace.costs.tokens } : {}), ...(wall_clock_s === undefined ? {} : { wall_clock_s }), messages: said },
    ...(trace.metrics ? { metrics: finite(trace.metrics) } : {}),
  };
}

const finite = (numbers: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(numbers).filter(([, value]) => Number.isFinite(value)));

/** Read and said. */
const tokensOf = ({ prompt_ids: prompt, response_ids: response, tools }: MessageRecord): number =>
  prompt.length + response.length + toolTokens({ tools });

/** What each role was paid, where that is not the team's reward. */
const byRole = ({ reward, rewards }: EpisodeRecord): Record<string, number> =>
  Object.fromEntries(Object.entries(rewards).flatMap(([role, own]) => (own === reward ? [] : [[`agent/${role}`, own]])));
