/**
 * Who heard whom, where a file does not say: a message whose words stand in a later prompt was heard by that prompt's reader. A guess, for
 * words that stand there may have come from elsewhere; so short ones count only where they are a whole part of the prompt.
 */
import type { Edge } from '../../../document/schema.ts';
import type { ImportedMessage } from '../importedRun.ts';

/** Characters, or tokens, from which on a message is recognised in the middle of a text. */
const LONG_TEXT = 16;
const LONG_IDS = 6;

type Said = Pick<ImportedMessage, 'prompt' | 'promptIds' | 'text' | 'responseIds'>;

/** Of each message the indices of those before it that its prompt quotes. */
export function quotedIn(messages: readonly Said[]): number[][] {
  return messages.map((reader, at) => {
    const ids = reader.promptIds && joined(reader.promptIds);
    return messages.slice(0, at).flatMap((said, index) => (hears(reader, ids, said) ? [index] : []));
  });
}

function hears({ prompt }: Said, promptIds: string | null, { text, responseIds }: Said): boolean {
  const words = text?.trim() ?? '';
  if (prompt && words !== '') {
    if (prompt.some((part) => part.text.trim() === words || (words.length >= LONG_TEXT && part.text.includes(words)))) return true;
  }
  // The closing token of a message need not be in the prompt that quotes it.
  const quoted = responseIds?.slice(0, -1) ?? [];
  return promptIds !== null && quoted.length >= LONG_IDS && promptIds.includes(joined(quoted));
}

/** With an end on both sides, so that 12 is not found in 112. */
const joined = (ids: readonly number[]): string => `,${ids.join(',')},`;

/** The graph of a team, from who is quoted in whose prompts over all episodes. */
export class HeardEdges {
  readonly #pairs = new Map<string, { readonly from: string; readonly to: string; heard: number; chances: number }>();

  /** `sees`: as {@link quotedIn}. Only what was said in the same turn is an edge; what is heard of earlier turns is history. */
  add(messages: readonly { readonly role: string; readonly turn: number; readonly sees: readonly number[] }[]): void {
    for (const [at, reader] of messages.entries())
      for (const [index, said] of messages.slice(0, at).entries()) {
        if (said.role === reader.role || said.turn !== reader.turn) continue;
        const key = `${said.role}\n${reader.role}`;
        const pair = this.#pairs.get(key) ?? { from: said.role, to: reader.role, heard: 0, chances: 0 };
        pair.chances += 1;
        if (reader.sees.includes(index)) pair.heard += 1;
        this.#pairs.set(key, pair);
      }
  }

  /** Pairs of which the later heard the earlier at least every other time, the surest first, without any that would close a circle. */
  get edges(): Edge[] {
    const likely = [...this.#pairs.values()].filter(({ heard, chances }) => heard > 0 && heard * 2 >= chances);
    likely.sort((a, b) => b.heard / b.chances - a.heard / a.chances || b.heard - a.heard);
    const edges: Edge[] = [];
    const reaches = (from: string, to: string): boolean => from === to || edges.some((edge) => edge.from === from && reaches(edge.to, to));
    for (const { from, to } of likely) if (!reaches(to, from)) edges.push({ from, to });
    return edges;
  }
}
