/** A case of a challenge, with the real team: what each question plays is what is counted, and the name proves itself. */
import { expect, it } from 'vitest';
import { CHALLENGES, LOST } from '../../../src/core/challenges/challenges.ts';
import type { CaseAnswer, CaseAsk } from '../../../src/core/challenges/questions.ts';
import { COMA_FIT, mostReplays, SHAPLEY_PROBLEMS, type ToolUse } from '../../../src/core/challenges/tools.ts';
import { answerCase, type HeldCase } from '../../../src/session/challenges/answerCase.ts';
import { trainedVoices } from '../../../headless/results/trainedTeam.ts';

it('plays what it counts, tells who it is by the proof alone, and answers the same again', async () => {
  const [challenge] = CHALLENGES;
  const { context, speakers } = await trainedVoices(challenge);
  await context.environment.load(context.document.environment.source);
  let held: HeldCase | null = null;
  const ask = async <A extends CaseAsk>(asked: A): Promise<Extract<CaseAnswer, { ask: A['ask'] }>> => {
    const found = await answerCase(context, speakers, { kind: 'challenge', challenge: challenge.id, number: 1, ...asked }, held);
    ({ held } = found);
    return found.answer as Extract<CaseAnswer, { ask: A['ask'] }>;
  };
  const replaysOf = async (use: ToolUse): Promise<number> => (await ask({ ask: 'use', use, nth: 0 })).answer.replays;

  const { opened } = await ask({ ask: 'open' });
  expect(opened.roles).toEqual(['first', 'second', 'third']);
  expect(opened.lost).toHaveLength(LOST);
  expect(opened.played).toBe(opened.won + LOST);
  // Nothing but who spoke when: no words that would tell.
  expect(Object.keys(opened.lost[0]?.[0] ?? {})).toEqual(['role', 'turn']);

  const about = { episode: 0, message: 1, continuations: 2 } as const;
  for (const tool of ['value', 'again', 'difference'] as const) {
    const use = { tool, ...about };
    expect(await replaysOf(use), tool).toBe(mostReplays(use, 3));
  }
  expect(await replaysOf({ tool: 'coma' })).toBe(COMA_FIT);
  expect(await replaysOf({ tool: 'shapley' })).toBe(8 * SHAPLEY_PROBLEMS);

  const named = [];
  for (const role of opened.roles) named.push((await ask({ ask: 'name', role })).found);
  const [culprit] = new Set(named.map((found) => found.culprit));
  for (const found of named) {
    expect(found.culprit).toBe(culprit);
    expect(found.replays).toBe(LOST);
    // Of an agent without the fault nothing changes, so that nothing is won; of the culprit most of what it struck.
    const saved = found.saved.filter(Boolean).length;
    if (found.named === culprit) expect(saved).toBeGreaterThan(LOST / 4);
    else expect(saved).toBe(0);
    for (const [episode, isSaved] of found.saved.entries()) if (isSaved) expect(found.struck[episode]).toBe(true);
  }

  // Opened anew it is the same case, and the same question has the same answer.
  const before = await ask({ ask: 'use', use: { tool: 'again', ...about }, nth: 3 });
  held = null;
  expect(await ask({ ask: 'open' })).toEqual({ ask: 'open', opened });
  expect(await ask({ ask: 'use', use: { tool: 'again', ...about }, nth: 3 })).toEqual(before);
});
