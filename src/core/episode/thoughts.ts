/**
 * Thoughts in messages of models that think before they answer: what stands between the tokens `<think>` and `</think>`, both
 * included. They are told by those ids alone, so that the same words written as ordinary text are no thought.
 *
 * A thought is its speaker's own. Other agents are shown what is left without it, and an orchestrator's calls are read in that alone.
 * The speaker keeps it: in the workbench's blocks as it was sampled; under a chat template as the template shows it (Qwen3's shows the
 * thoughts since the last user message, others all or none). The environment reads the whole text.
 */
import type { Segment } from '../team/compose.ts';
import type { ThoughtTokens } from '../tokenizer/promptTokens.ts';
import { type Answered, wholeResponse } from './tools.ts';

/** Positions in a response; `end` is exclusive. */
export interface ThoughtSpan {
  readonly start: number;
  readonly end: number;
}

/** The thoughts among `ids`, in order; one that never ends goes on to the last of them. `begun`: the prompt has opened one already. */
export function thoughtSpans(ids: readonly number[], { open, close }: ThoughtTokens, begun: boolean): ThoughtSpan[] {
  const spans: ThoughtSpan[] = [];
  let start = begun ? 0 : ids.indexOf(open);
  while (start >= 0 && start < ids.length) {
    const closing = ids.indexOf(close, start);
    const end = closing < 0 ? ids.length : closing + 1;
    spans.push({ start, end });
    start = ids.indexOf(open, end);
  }
  return spans;
}

/** Whether the text with which the template opens the message ends within a thought, as some models' templates do. */
export function beginsInThought(
  { promptIds, segments }: { readonly promptIds: readonly number[]; readonly segments: readonly Segment[] },
  { open, close }: ThoughtTokens,
): boolean {
  const header = segments.at(-1);
  if (header?.source !== 'header') return false;
  const written = promptIds.slice(header.start, header.end);
  return written.lastIndexOf(open) > written.lastIndexOf(close);
}

/** A response as it was read, without these spans of its own tokens and without what tools answered within them. */
export function withoutThoughts({ response_ids: ids, tools = [] }: Answered, spans: readonly ThoughtSpan[]): readonly number[] {
  const isThought = (at: number) => spans.some(({ start, end }) => start <= at && at < end);
  const shown = ids.filter((_, at) => !isThought(at));
  // An answer belongs to the token before it: the one that closed the call.
  const kept = tools.filter(({ after }) => !isThought(after - 1));
  const before = (after: number) => ids.slice(0, after).filter((_, at) => !isThought(at)).length;
  return wholeResponse({ response_ids: shown, tools: kept.map((tool) => ({ ...tool, after: before(tool.after) })) });
}

/** The segments of a message's own tokens, which begin at `first`: its thoughts, and the rest of its response. */
export function sampledSegments(role: string, first: number, length: number, spans: readonly ThoughtSpan[]): Segment[] {
  const segments: Segment[] = [];
  const add = (source: 'thought' | 'response', start: number, end: number) => {
    if (end > start) segments.push({ kind: 'sampled', source, role, start: first + start, end: first + end });
  };
  let at = 0;
  for (const { start, end } of spans) {
    add('response', at, start);
    add('thought', start, end);
    at = end;
  }
  add('response', at, length);
  return segments;
}
