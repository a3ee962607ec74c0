/** What notes earned, in the page: what the lab is asked, note by note, and what stands there when it is called off. */
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Counterfactual, LabQuestion } from '../../../../../src/core/counterfactual/questions.ts';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import { createNotesStore, isOfRun, keyOf } from '../../../../../src/page/features/notes/createNotes.ts';
import type { AskedLab } from '../../../../../src/page/state/lab/asked.ts';

const REF = { runId: 'r', iteration: 3, episode: 5 };
const record = {
  messages: [
    { role: 'scout', turn: 0, text: '[colour=red][animal=cat]' },
    { role: 'gossip', turn: 0, text: '[animal=dog]' },
  ],
} as unknown as EpisodeRecord;

function labOf(calls = Infinity) {
  const asked: string[] = [];
  const ask = async (_by: unknown, team: unknown, question: LabQuestion): Promise<Counterfactual | null> => {
    if (question.kind !== 'replay' || question.change.kind !== 'message') throw new Error('only messages are changed');
    if (asked.length >= calls) return null;
    asked.push(`${JSON.stringify(team)} ${question.change.message} ${question.change.text} ×${question.rolls}`);
    const of = (reward: number) => Array.from({ length: question.rolls }, () => ({ reward }) as EpisodeRecord);
    return { original: of(1), edited: of(0.25), difference: -0.75, interval: { low: -1, high: -0.5 } };
  };
  return { lab: createStore(() => ({ ask, versions: async () => [3] })) as unknown as AskedLab, asked };
}

it('asks about one note after the other, without it', async () => {
  const { lab, asked } = labOf();
  const store = createNotesStore(lab);
  store.getState().set({ rolls: 4 });
  await store.getState().ask(REF, record, 2);
  expect(asked).toEqual(['{"iteration":2} 0 [animal=cat] ×4', '{"iteration":2} 0 [colour=red] ×4', '{"iteration":2} 1  ×4']);
  const worth = { earned: 0.75, interval: { low: 0.5, high: 1 }, pairs: 4, written: 1, instead: 0.25 };
  expect(store.getState().results[keyOf(REF)]).toEqual({ record, instead: 'nothing', team: 2, worths: [worth, worth, worth] });
  expect(store.getState().asking).toEqual({});
  expect([isOfRun(keyOf(REF), 'r'), isOfRun(keyOf(REF), 's')]).toEqual([true, false]);
});

it('with another agent’s value asks only where another wrote under the key, and keeps what is known when it is called off', async () => {
  const { lab, asked } = labOf(1);
  const store = createNotesStore(lab);
  store.getState().set({ rolls: 1000, instead: 'other' });
  await store.getState().ask(REF, record, 2);
  expect(asked).toEqual(['{"iteration":2} 0 [colour=red][animal=dog] ×256']);
  expect(store.getState().results[keyOf(REF)]!.worths.map((worth) => worth?.earned ?? null)).toEqual([null, 0.75, null]);
  expect(store.getState().asking).toEqual({});
});
