/**
 * The slots of a key-value cache: who has one, and what the free ones still hold. A prompt that begins like something
 * held (same adapter, same tokens) takes those keys and values instead of computing them; they are the same numbers,
 * because a token's keys and values depend on the tokens before it alone, however the prompt was cut.
 */
interface Content {
  readonly adapter: number;
  /** Tokens whose keys and values lie there, from position 0. */
  tokens: number[];
}

export interface Prefix {
  readonly slot: number;
  readonly length: number;
}

const NOTHING: Prefix = { slot: -1, length: 0 };

export class Slots {
  readonly #content: (Content | undefined)[];
  /** Free slots; the one that was freed longest ago comes first. */
  readonly #free: number[];

  constructor(readonly count: number) {
    this.#content = new Array<Content | undefined>(count).fill(undefined);
    this.#free = Array.from({ length: count }, (_, slot) => slot);
  }

  get free(): number {
    return this.#free.length;
  }

  /** The longest beginning of `tokens` that some slot holds; its last token is left to compute, for its logits are wanted. */
  longestPrefix(adapter: number, tokens: readonly number[]): Prefix {
    let best = NOTHING;
    this.#content.forEach((content, slot) => {
      if (content?.adapter !== adapter) return;
      const length = commonPrefix(content.tokens, tokens, tokens.length - 1);
      // Among equals a free one: it can be taken as it is.
      if (length > best.length || (length === best.length && length > 0 && this.#free.includes(slot))) best = { slot, length };
    });
    return best;
  }

  /** Takes a slot for a sequence, `preferred` when it is free. */
  take(adapter: number, preferred: number): number {
    const at = Math.max(0, this.#free.indexOf(preferred));
    const [slot] = this.#free.splice(at, 1);
    if (slot === undefined) throw new Error('no slot of the cache is free');
    this.#content[slot] = { adapter, tokens: [] };
    return slot;
  }

  /** Notes what `slot` holds from now on. */
  holds(slot: number, tokens: readonly number[]): void {
    const content = this.#content[slot];
    if (content) content.tokens = [...tokens];
  }

  append(slot: number, token: number): void {
    this.#content[slot]?.tokens.push(token);
  }

  /** The sequence has ended; what it left may serve others. */
  release(slot: number): void {
    this.#free.push(slot);
  }

  /** Parameters changed: nothing that lies there, or is being written there, is of use any more. */
  forget(): void {
    this.#content.fill(undefined);
    // Nothing is left to spare, so the same few slots are used again and again.
    this.#free.sort((a, b) => a - b);
  }
}

export function commonPrefix(a: readonly number[], b: readonly number[], most: number): number {
  const end = Math.min(a.length, b.length, most);
  let length = 0;
  while (length < end && a[length] === b[length]) length += 1;
  return length;
}
