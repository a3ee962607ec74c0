/**
 * Messages of a run in the tokens of another base. Special tokens are mapped to their like; the text between two of them
 * is encoded as the prompt's composer would.
 */
import { at, orElse } from '../../core/at.ts';
import type { EpisodeRecord, MessageRecord } from '../../core/episode/records.ts';
import type { Answered, ToolAnswer } from '../../core/episode/tools.ts';
import { encodeScaffolds, type Scaffold } from '../../core/team/compose.ts';
import type { TextTokenizer } from '../../core/tokenizer/tokenizer.ts';

type Piece = { readonly special: 'start' | 'end' } | { readonly text: string };

/** A message with prompt, segments and response in the tokens of `to`. */
export function recoded(message: MessageRecord, fromOf: (role: string) => TextTokenizer, to: TextTokenizer): MessageRecord {
  const from = fromOf(message.role);
  const { promptTokens } = to;
  const { start, end } = promptTokens;
  const scaffolds = message.segments
    .filter(({ kind }) => kind === 'scaffold')
    .map((segment): Scaffold => {
      const pieces = piecesOf(message.prompt_ids.slice(segment.start, segment.end), from);
      const said = (index: number) => segment.source === 'message' && index > 0 && 'text' in at(pieces, index - 1, 'piece');
      return {
        source: segment.source,
        role: segment.role,
        pieces: pieces.map((piece, index) => {
          if (!('text' in piece)) return piece.special === 'start' ? start : [end];
          // Behind the header stands what the speaker said, in the ids it would have said it in.
          return said(index) ? promptTokens.encode(piece.text) : piece.text;
        }),
      };
    });
  const { ids, segments } = encodeScaffolds(promptTokens, scaffolds);
  const closed = message.response_ids.at(-1) === from.special.end;
  const { response_ids, ...answered } = { ...message, ...responseIn(message, from, promptTokens.encode, closed) };
  return { ...answered, prompt_ids: ids, segments, response_ids: [...response_ids, ...(closed ? [end] : [])] };
}

/** What the agent itself said, and what tools answered, in other tokens. */
function responseIn(
  { text, response_ids: ids, tools }: MessageRecord,
  from: TextTokenizer,
  encode: (text: string) => readonly number[],
  closed: boolean,
): Answered {
  if (!tools) return { response_ids: encode(text) };
  const own = closed ? ids.slice(0, -1) : ids;
  const response: number[] = [];
  const moved = tools.map((tool, nth): ToolAnswer => {
    response.push(...encode(from.decode(own.slice(orElse(tools[nth - 1]?.after, 0), tool.after))));
    return { ...tool, after: response.length, ids: encode(tool.text) };
  });
  response.push(...encode(from.decode(own.slice(orElse(tools.at(-1)?.after, 0)))));
  return { response_ids: response, tools: moved };
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
      // `planner: ` is a part by itself in front of what follows it.
      const header = opened ? orElse(/^[^:\n]*: /.exec(text)?.[0], '') : '';
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
