/**
 * Spans of any tracing service as episodes: a trace is one, the calls of models in it are its messages in the order in which they
 * began. Which agent spoke is said by the call itself or by the nearest span around it that is of an agent. Spans of a trace may lie
 * anywhere in the files, so that what models read and said is held until all is read.
 */
import { faultAt } from '../../../faultAt.ts';
import { fault } from '../../../faults.ts';
import type { Json } from '../../../json.ts';
import { importTraceFaults } from '../../../../words/words.ts';
import { type ImportedEpisode, type ImportedMessage, importedEpisode, importedMessage, type ImportedPart } from '../importedRun.ts';
import { noticeOf } from '../lines.ts';
import { plainInfo } from './values.ts';

/** Spans of a run; a span of a model's call holds its whole prompt, so memory is the tighter bound. */
export const MAX_SPANS = 1_000_000;

export interface Span {
  readonly trace: string;
  readonly id: string;
  readonly parent: string | null;
  /** Nanoseconds; a span without stands behind those with. */
  readonly start: bigint | null;
  /** The agent that it is of, or whose work lies below it. */
  readonly agent: string | null;
  /** What the call is called, by which its agent goes where no span around it is of an agent. */
  readonly ownName: string | null;
  /** What a model or an agent read and said. It counts where nothing below says anything: outer spans tell the same once more. */
  readonly said: Partial<ImportedMessage> | null;
  readonly tool: ToolUse | null;
  readonly skills: Readonly<Record<string, number>>;
  /** Of a trace's root: what the problem is called whose answers are compared. */
  readonly group: string | null;
  readonly info: Readonly<Record<string, unknown>>;
}

export interface ToolUse {
  readonly name: string;
  readonly input: unknown;
  readonly output: unknown;
}

const NOTHING: Span = {
  trace: '',
  id: '',
  parent: null,
  start: null,
  agent: null,
  ownName: null,
  said: null,
  tool: null,
  skills: {},
  group: null,
  info: {},
};

/** A span of which nothing is known but what `known` says. */
export const spanOf = (known: Partial<Span> & Pick<Span, 'trace' | 'id'>): Span => ({ ...NOTHING, ...known });

export class Traces {
  readonly #traces = new Map<string, Map<string, Span>>();
  readonly #scores = new Map<string, Map<string, number[]>>();
  #spans = 0;

  constructor(readonly most = MAX_SPANS) {}

  /** A span of the file `subject`; of one that comes twice, as a service that updates spans exports it, the later stays. */
  add(span: Span, subject: string): void {
    const trace = this.#traces.get(span.trace) ?? new Map<string, Span>();
    this.#traces.set(span.trace, trace);
    if (!trace.has(span.id)) this.#spans += 1;
    if (this.#spans > this.most) throw faultAt(importTraceFaults, 'E_TRACE_MANY', { subject, found: 'spans', most: this.most });
    trace.set(span.id, span);
  }

  span(trace: string, id: string): Span | undefined {
    return this.#traces.get(trace)?.get(id);
  }

  /** A score of a trace that stands apart from its spans. Several of one name, whoever in the trace they are of, are averaged. */
  score(trace: string, name: string, value: number): void {
    const scores = this.#scores.get(trace) ?? new Map<string, number[]>();
    this.#scores.set(trace, scores);
    scores.set(name, [...(scores.get(name) ?? []), value]);
  }

  /** The episodes, and what a person should know of them. Throws `E_TRACE_CYCLE`, and `E_TRACE_NOTHING` where no model spoke. */
  *parts(subject: string): Generator<ImportedPart> {
    let [messages, unknown, silent, orphans] = [0, 0, 0, 0];
    for (const [id, spans] of this.#traces) {
      const ordered = inOrder([...spans.values()]);
      checkParents(id, spans, subject);
      const episode = this.#episode(id, ordered, spans);
      if (episode.messages.length === 0) continue;
      messages += episode.messages.length;
      unknown += episode.messages.filter(({ agent }) => agent === null).length;
      silent += episode.messages.filter(({ text }) => text === null).length;
      orphans += ordered.filter(({ parent }) => parent !== null && !spans.has(parent)).length;
      yield { kind: 'episode', episode };
    }
    if (messages === 0) throw faultAt(importTraceFaults, 'E_TRACE_NOTHING', { subject });
    if (silent > 0) yield noticeOf(fault(importTraceFaults, 'E_TRACE_NO_TEXT', { spans: silent }));
    if (unknown > 0) yield noticeOf(fault(importTraceFaults, 'E_TRACE_NO_AGENT', { messages: unknown, of: messages }));
    if (orphans > 0) yield noticeOf(fault(importTraceFaults, 'E_TRACE_NO_PARENT', { spans: orphans }));
  }

  #episode(id: string, ordered: readonly Span[], spans: ReadonlyMap<string, Span>): ImportedEpisode {
    const above = spansAbove(ordered, spans);
    const speaking = ordered.filter(({ said, id: span }) => said !== null && !above.has(span));
    const agents = new Map<string, string | null>();
    const messages = speaking.map((span) => importedMessage({ ...span.said, agent: agentAround(span, spans, agents) ?? span.ownName }));
    const root = ordered.find(({ parent }) => parent === null || !spans.has(parent)) ?? ordered[0];
    const tools = ordered.flatMap(({ tool }): Json[] => (tool ? [plainInfo({ ...tool })] : []));
    const scores = new Map([...(this.#scores.get(id) ?? [])].map(([name, values]) => [name, [...values]]));
    for (const { skills } of ordered)
      for (const [name, value] of Object.entries(skills)) scores.set(name, [...(scores.get(name) ?? []), value]);
    return importedEpisode({
      id,
      group: root?.group ?? null,
      problem: messages[0]?.prompt?.find(({ role }) => role === 'user')?.text ?? null,
      skills: Object.fromEntries(
        [...scores].map(([name, values]) => [name, values.reduce((sum, value) => sum + value, 0) / values.length]),
      ),
      messages,
      info: plainInfo({ ...root?.info, ...(tools.length > 0 && { tools }) }),
    });
  }
}

/** By their starts, those without a start behind; equal ones as they were recorded. */
function inOrder(spans: readonly Span[]): Span[] {
  return spans.toSorted((a, b) => {
    if (a.start === null || b.start === null) return Number(a.start === null) - Number(b.start === null);
    return a.start < b.start ? -1 : a.start > b.start ? 1 : 0;
  });
}

/** Throws where a span lies within itself. Each span is looked at once. */
function checkParents(trace: string, spans: ReadonlyMap<string, Span>, subject: string): void {
  const clear = new Set<string>();
  for (const first of spans.values()) {
    const path = new Set<string>();
    for (let span: Span | undefined = first; span && !clear.has(span.id); span = spans.get(span.parent ?? '')) {
      if (path.has(span.id)) throw faultAt(importTraceFaults, 'E_TRACE_CYCLE', { subject, trace, span: span.id });
      path.add(span.id);
    }
    for (const id of path) clear.add(id);
  }
}

/** Ids of the spans around others whose words are known. */
function spansAbove(ordered: readonly Span[], spans: ReadonlyMap<string, Span>): ReadonlySet<string> {
  const above = new Set<string>();
  for (const { said, parent } of ordered) {
    if (typeof said?.text !== 'string') continue;
    for (let span = spans.get(parent ?? ''); span && !above.has(span.id); span = spans.get(span.parent ?? '')) above.add(span.id);
  }
  return above;
}

/** The agent of the nearest span around one that names any; `known` spares the way up that another span went. */
function agentAround(span: Span, spans: ReadonlyMap<string, Span>, known: Map<string, string | null>): string | null {
  const path: string[] = [];
  let agent: string | null = null;
  for (let at: Span | undefined = span; at; at = spans.get(at.parent ?? '')) {
    const before = known.get(at.id);
    agent = before === undefined ? at.agent : before;
    path.push(at.id);
    if (agent !== null || before !== undefined) break;
  }
  for (const id of path) known.set(id, agent);
  return agent;
}
