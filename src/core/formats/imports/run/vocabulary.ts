/** The words of an imported run's tokens: by the ids of its tokenizer where the files tell ids, else by numbers of our own. */

/** Ids above this are of no tokenizer. */
const MOST_IDS = 2 ** 20;

export class ImportedVocabulary {
  readonly #words: string[] = [];
  readonly #own = new Map<string, number>();
  #sawIds = false;

  /** What tokens are called by, one a token; `count` says how many there are where neither ids nor words are known. */
  ids(ids: readonly number[] | null, words: readonly string[] | null, count: number): number[] {
    if (ids) {
      this.#sawIds = true;
      for (const [at, word] of words?.entries() ?? []) {
        const id = ids[at];
        if (id !== undefined && Number.isInteger(id) && id >= 0 && id < MOST_IDS) this.#words[id] ??= word;
      }
      return [...ids];
    }
    return (words ?? Array<string>(count).fill(UNKNOWN_WORD)).map((word) => this.#numberOf(word));
  }

  /** By id, '' where nothing is known; empty where nothing is known of any. */
  get words(): string[] {
    return Array.from(this.#words, (word) => word ?? '');
  }

  /** Where a file told the ids of some tokens and only the words of others, the numbers of these lie behind all ids. */
  #numberOf(word: string): number {
    const known = this.#own.get(word);
    if (known !== undefined) return known;
    const id = this.#sawIds ? Math.max(MOST_IDS, this.#words.length) : this.#words.length;
    if (!this.#sawIds) this.#words[id] = word;
    this.#own.set(word, id);
    return id;
  }
}

/** Stands for a token of which numbers are known, but not which token it is. */
export const UNKNOWN_WORD = '\u25AF';
