/**
 * Answers of a worker, which reject once it has died. Not by a race of each with one promise of its death: that holds a reaction for
 * every answer there ever was, and in some engines the answer too (https://github.com/nodejs/node/issues/17469).
 */

export interface Answers {
  /** `answer`, or why there will be none. */
  of<T>(answer: Promise<T>): Promise<T>;
  /** Rejects all that is waited for, and all that is asked from now on. */
  end(why: Error): void;
}

export function answersUntilDeath(): Answers {
  const waiting = new Set<(why: Error) => void>();
  let death: Error | null = null;
  return {
    of: (answer) =>
      new Promise((resolve, reject) => {
        if (death) reject(death);
        else waiting.add(reject);
        void answer.then(resolve, reject).finally(() => waiting.delete(reject));
      }),
    end: (why) => {
      death ??= why;
      for (const reject of waiting) reject(death);
      waiting.clear();
    },
  };
}
