/** Answers that come later: asked for by number, any number of times. */
import type { Answer } from './flavour.ts';

interface Future {
  answer: Answer | null;
  /** Never has an answer, whatever the work gives. */
  readonly stuck: boolean;
  readonly heard: Set<() => void>;
}

export class Futures {
  readonly #all = new Map<string, Future>();

  create(id: string, stuck: boolean): void {
    this.#all.set(id, { answer: null, stuck, heard: new Set() });
  }

  has(id: string): boolean {
    return this.#all.has(id);
  }

  settle(id: string, answer: Answer): void {
    const future = this.#all.get(id);
    if (!future || future.answer || future.stuck) return;
    future.answer = answer;
    for (const tell of future.heard) tell();
  }

  pending(): string[] {
    return [...this.#all].flatMap(([id, { answer }]) => (answer ? [] : [id]));
  }

  forget(): void {
    this.#all.clear();
  }

  /** The answer, or null when there is none within `ms`. An unknown future has none. */
  async wait(id: string, ms: number): Promise<Answer | null> {
    const future = this.#all.get(id);
    if (future?.answer) return future.answer;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        future?.heard.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      timer.unref();
      future?.heard.add(end);
    });
    return future?.answer ?? null;
  }
}
