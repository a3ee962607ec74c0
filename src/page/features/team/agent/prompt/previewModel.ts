/** What of a previewed prompt is drawn: its segments with their tokens, and how they fill the base's context. Pure. */
import type { ExampleSource } from '../../../../../core/episode/preview.ts';
import { agentEditorText } from '../../../../../words/words.ts';
import type { Segment } from '../../../../../core/team/compose.ts';
import type { PromptPreview, ShownPrompt } from '../../../../state/prompts/promptPreview.ts';
import { tokenGlyph, type TokenGlyph } from '../../../../state/reading/tokens.ts';

export interface DrawnSegment {
  readonly source: Segment['source'];
  readonly sampled: boolean;
  readonly role: string | undefined;
  readonly example: ExampleSource | undefined;
  /** Index of its first token in the sequence. */
  readonly start: number;
  readonly tokens: readonly (TokenGlyph & { readonly id: number })[];
  /** Tokens left out of the middle, behind the first half of `tokens`. */
  readonly folded: number;
}

/** Most tokens that are drawn unasked, of a segment and of all; of a longer segment its beginning and its end. */
export const MAX_DRAWN = 400;
const MAX_TOGETHER = 1600;
const MIN_DRAWN = 16;

export function drawnSegments({ promptIds, responseIds, segments, texts }: ShownPrompt, whole: boolean): DrawnSegment[] {
  const ids = [...promptIds, ...responseIds];
  const filled = segments.filter(({ start, end }) => end > start);
  const most = drawnPerSegment(filled);
  return filled.map(({ source, kind, role, example, start, end }) => {
    const length = end - start;
    const folded = whole || length <= most ? 0 : length - most;
    const half = start + most / 2;
    const indices = folded === 0 ? range(start, end) : [...range(start, half), ...range(half + folded, end)];
    return {
      source,
      sampled: kind === 'sampled',
      role,
      example,
      start,
      tokens: indices.map((index) => ({ ...tokenGlyph(texts[index], ids[index] ?? 0), id: ids[index] ?? 0 })),
      folded,
    };
  });
}

/** What a segment is called; what a chat template writes between all that is said has no speaker. */
export const sourceLabel = ({ source, role }: Pick<Segment, 'source' | 'role'>): string =>
  agentEditorText.preview.sources[source === 'header' && role === undefined ? 'template' : source];

/** An even number, so that a long segment has two halves. */
function drawnPerSegment(segments: readonly { readonly start: number; readonly end: number }[]): number {
  const all = segments.reduce((sum, { start, end }) => sum + end - start, 0);
  if (all <= MAX_TOGETHER) return MAX_DRAWN;
  return Math.max(MIN_DRAWN, 2 * Math.floor(MAX_TOGETHER / segments.length / 2));
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

/** Tokens of a prompt beside the base's context, with room for the longest answer. */
export interface Fill {
  readonly tokens: number;
  readonly context: number;
  readonly room: number;
  /** Tokens beyond the context; 0 where everything fits. */
  readonly over: number;
}

export function fillOf(
  { context, maxNewTokens }: Pick<PromptPreview, 'context' | 'maxNewTokens'>,
  { promptIds }: Pick<ShownPrompt, 'promptIds'>,
): Fill {
  const tokens = promptIds.length;
  return { tokens, context, room: maxNewTokens, over: Math.max(0, tokens + maxNewTokens - context) };
}

/** The prompt to show: the `message`-th, or the last one there is; null where the agent never speaks. */
export function promptAt(preview: PromptPreview, message: number): { readonly prompt: ShownPrompt; readonly at: number } | null {
  const at = Math.min(message, preview.prompts.length - 1);
  const prompt = preview.prompts[at];
  return prompt ? { prompt, at } : null;
}
