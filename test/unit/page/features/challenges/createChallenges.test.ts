/** The challenges of the page: what is spent is kept, nothing is asked beyond the budget, and the next case begins fresh. */
import { describe, expect, it } from 'vitest';
import type { CaseAnswer, CaseAsk, CaseRef, NamedCase } from '../../../../../src/core/challenges/questions.ts';
import { createChallengesStore } from '../../../../../src/page/features/challenges/createChallenges.ts';
import type { TextStorage } from '../../../../../src/page/state/storage/storage.ts';

const ROLES = ['first', 'second', 'third'];

function stage(texts = new Map<string, string>()) {
  const asked: (CaseRef & { readonly asks: CaseAsk })[] = [];
  const storage: TextStorage = { read: (key) => texts.get(key) ?? null, write: (key, text) => Boolean(texts.set(key, text)) };
  let silent = false;
  const answer = (ask: CaseAsk): CaseAnswer => {
    switch (ask.ask) {
      case 'open':
        return { ask: 'open', opened: { roles: ROLES, lost: [ROLES.map((role) => ({ role, turn: 0 }))], played: 20, won: 12 } };
      case 'use':
        return { ask: 'use', answer: { tool: 'value', episode: 0, message: 1, role: 'second', wins: 3, kept: null, of: 8, replays: 8 } };
      case 'name':
        return {
          ask: 'name',
          found: { named: ask.role, culprit: 'third', saved: [true], struck: [true], lost: [], replays: 8 } satisfies NamedCase,
        };
      case 'strategy':
        return { ask: 'strategy', found: { strategy: ask.strategy, named: 'third', right: true, replays: 72 } };
    }
  };
  const store = createChallengesStore(async (ref, asks) => {
    asked.push({ ...ref, asks });
    return silent ? null : answer(asks);
  }, storage);
  return { store, asked, texts, fallSilent: () => (silent = true) };
}

const USE = { tool: 'value', episode: 0, message: 1, continuations: 8 } as const;

it('spends what was played until no more is to be had, and a reload gives none of it back', async () => {
  const { store, asked, texts } = stage();
  await store.getState().open();
  for (let nth = 0; nth < 9; nth += 1) await store.getState().use(USE);
  // 48 replays, 8 a use.
  const uses = asked.flatMap(({ asks }) => (asks.ask === 'use' ? asks.nth : []));
  expect(uses).toEqual([0, 1, 2, 3, 4, 5]);
  const again = stage(texts);
  expect(again.store.getState().progress.row.answers).toHaveLength(6);
  await again.store.getState().open();
  await again.store.getState().use(USE);
  expect(again.asked.map(({ asks }) => asks.ask)).toEqual(['open']);
});

it('nothing is asked of a case that was not opened, and nothing spent where no answer came', async () => {
  const { store, asked, fallSilent } = stage();
  await store.getState().use(USE);
  expect(asked).toEqual([]);
  await store.getState().open();
  fallSilent();
  await store.getState().use(USE);
  expect(store.getState().progress.row.answers).toEqual([]);
  expect(store.getState().asking).toBeNull();
});

it('a name closes the case, shows its proof, and leads to the next', async () => {
  const { store, asked } = stage();
  await store.getState().open();
  await store.getState().use(USE);
  await store.getState().name('second');
  expect(store.getState().progress.row).toEqual({ closed: [{ named: 'second', culprit: 'third', replays: 16 }], answers: [] });
  expect(store.getState().proofs.row).toMatchObject({ number: 1, replays: 16 });
  // What a strategy would have said is asked of the case that was closed.
  await store.getState().playStrategy('shapley');
  expect(asked.at(-1)).toMatchObject({ number: 1, asks: { ask: 'strategy', strategy: 'shapley' } });
  expect(store.getState().proofs.row?.strategies).toHaveLength(1);
  await store.getState().next();
  expect(store.getState().proofs.row).toBeUndefined();
  expect(asked.at(-1)).toMatchObject({ challenge: 'row', number: 2, asks: { ask: 'open' } });
});

it('a challenge is begun anew without the others', async () => {
  const { store } = stage();
  await store.getState().open();
  await store.getState().name('third');
  store.getState().show('sides');
  await store.getState().open();
  await store.getState().use(USE);
  store.getState().show('row');
  store.getState().forget();
  expect(store.getState().progress.row).toEqual({ closed: [], answers: [] });
  expect(store.getState().progress.sides.answers).toHaveLength(1);
});

describe('in two tabs', () => {
  const two = async () => {
    const one = stage();
    const other = stage(one.texts);
    for (const { store } of [one, other]) await store.getState().open();
    return [one, other] as const;
  };

  it('nothing that one asked or named is lost by the other, nor spent twice', async () => {
    const [one, other] = await two();
    one.store.getState().show('sides');
    await one.store.getState().open();
    await one.store.getState().name('third');
    one.store.getState().show('row');
    await one.store.getState().use(USE);
    await other.store.getState().use(USE);
    expect(other.asked.at(-1)?.asks, 'numbers of its own').toMatchObject({ nth: 1 });
    const { progress } = other.store.getState();
    expect([progress.row.answers.length, progress.sides.closed.length]).toEqual([2, 1]);
    one.store.getState().refresh();
    expect(one.store.getState().progress).toEqual(progress);
    for (let nth = 0; nth < 9; nth += 1) await (nth % 2 ? one : other).store.getState().use(USE);
    expect([...one.asked, ...other.asked].filter(({ asks }) => asks.ask === 'use')).toHaveLength(6);
  });

  it('what both ask at once counts once, and of a case that both name the better name stays', async () => {
    const [one, other] = await two();
    await Promise.all([one, other].map(({ store }) => store.getState().use(USE)));
    expect(other.store.getState().progress.row.answers).toHaveLength(1);
    await Promise.all([one.store.getState().name('third'), other.store.getState().name('first')]);
    expect(other.store.getState().progress.row).toEqual({ closed: [{ named: 'third', culprit: 'third', replays: 16 }], answers: [] });
    expect([one, other].map(({ store }) => store.getState().proofs.row?.found.named)).toEqual(['third', 'first']);
  });

  it('a case that one closed is no longer open in the other', async () => {
    const [one, other] = await two();
    other.store.getState().choose({ episode: 0, message: 1 });
    await one.store.getState().name('third');
    await other.store.getState().use(USE);
    await other.store.getState().name('second');
    expect(other.asked.map(({ asks }) => asks.ask)).toEqual(['open']);
    expect(other.store.getState()).toMatchObject({ opened: {}, chosen: null });
    await other.store.getState().open();
    expect(other.asked.at(-1)?.number).toBe(2);
    one.store.getState().forget();
    await other.store.getState().name('second');
    expect(other.store.getState().progress.row.closed, 'that of a case that was forgotten').toEqual([]);
  });
});
