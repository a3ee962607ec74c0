/**
 * Messages of a run in the tokens of another base. Special tokens are mapped to their like; the text between two of them
 * is encoded as the prompt's composer would: header and what follows it by themselves.
 */
import type { EpisodeRecord, MessageRecord, Segment } from '../../core/episode/records.ts';
import type { TextTokenizer } from '../../core/tokenizer/tokenizer.ts';

type Piece = { readonly special: 'start' | 'end' } | { readonly text: string };

/** A message with prompt, segments and response in the tokens of `to`. */
export function recoded(message: MessageRecord, fromOf: (role: string) => TextTokenizer, to: TextTokenizer): MessageRecord {
  const from = fromOf(message.role);
  const { start, end } = to.promptTokens;
  const encode = (pieces: readonly Piece[]): number[] =>
    pieces.flatMap((piece) => ('text' in piece ? to.encode(piece.text) : piece.special === 'start' ? [...start] : [end]));
  const prompt_ids: number[] = [];
  const segments: Segment[] = [];
  for (const segment of message.segments) {
    if (segment.kind === 'sampled') continue;
    const at = prompt_ids.length;
    prompt_ids.push(...encode(piecesOf(message.prompt_ids.slice(segment.start, segment.end), from)));
    segments.push({ ...segment, start: at, end: prompt_ids.length });
  }
  const closed = message.response_ids.at(-1) === from.special.end;
  return { ...message, prompt_ids, segments, response_ids: [...to.encode(message.text), ...(closed ? [end] : [])] };
}

/** The texts of an episode's prompts and messages, each as it is encoded; profiles word by word. */
export function textsOf(record: EpisodeRecord, fromOf: (role: string) => TextTokenizer): string[] {
  return record.messages.flatMap((message) => [
    ...message.segments.flatMap(({ kind, source, start, end }) => {
      if (kind === 'sampled') return [];
      const texts = piecesOf(message.prompt_ids.slice(start, end), fromOf(message.role)).flatMap((piece) =>
        'text' in piece ? [piece.text] : [],
      );
      return source === 'system' ? texts.flatMap((text) => text.match(/[^ ]+ ?/g) ?? [text]) : texts;
    }),
    message.text,
  ]);
}

function piecesOf(ids: readonly number[], from: TextTokenizer): Piece[] {
  const pieces: Piece[] = [];
  let run: number[] = [];
  let opened = false;
  const flush = () => {
    if (run.length > 0) {
      const text = from.decode(run);
      // `planner: ` is encoded by itself in front of what follows it.
      const header = opened ? (/^[^:\n]*: /.exec(text)?.[0] ?? '') : '';
      for (const part of [header, text.slice(header.length)]) if (part !== '') pieces.push({ text: part });
    }
    run = [];
    opened = false;
  };
  for (const id of ids) {
    if (id === from.special.end || from.promptTokens.start.includes(id)) {
      flush();
      opened = id !== from.special.end;
      pieces.push({ special: opened ? 'start' : 'end' });
    } else run.push(id);
  }
  flush();
  return pieces;
}
