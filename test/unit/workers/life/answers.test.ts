/** Answers of a worker that may die before it gives them. */
import { describe, expect, it } from 'vitest';
import { answersUntilDeath } from '../../../../workers/life/client.ts';

const never = new Promise<never>(() => undefined);
const why = new Error('it died');

describe('answersUntilDeath', () => {
  it('hands on what is answered, and what is refused', async () => {
    const answers = answersUntilDeath();
    await expect(answers.of(Promise.resolve(7))).resolves.toBe(7);
    await expect(answers.of(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });

  it('rejects what is waited for, and what is asked later, with what it died of first', async () => {
    const answers = answersUntilDeath();
    const waiting = [answers.of(never), answers.of(never)];
    answers.end(why);
    answers.end(new Error('again'));
    for (const answer of waiting) await expect(answer).rejects.toBe(why);
    await expect(answers.of(Promise.resolve(7))).rejects.toBe(why);
  });

  it('leaves no rejection of the dead unheard', async () => {
    const answers = answersUntilDeath();
    answers.end(why);
    await expect(answers.of(Promise.reject(new Error('late')))).rejects.toBe(why);
  });
});
