/** A person's work in local storage: a newer workbench's is left as it is and named, damage is set aside, and what releases wrote is read. */
import { beforeEach, describe, expect, it } from 'vitest';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import { sha256 } from '../../../../../src/core/sha256.ts';
import { createAttempts } from '../../../../../src/page/features/lessons/record/attempts.ts';
import { createChallengesStore } from '../../../../../src/page/features/challenges/createChallenges.ts';
import { createConsentStore, mayRun } from '../../../../../src/page/state/consent/consent.ts';
import { createDemonstrationsStore } from '../../../../../src/page/state/demonstrations/demonstrations.ts';
import { decodeQueue, encodeQueue } from '../../../../../src/page/state/queue/codec.ts';
import { createQueueStore } from '../../../../../src/page/state/queue/createQueue.ts';
import { createPinsStore, pinsOf } from '../../../../../src/page/state/runs/pins.ts';
import { rowOf } from '../../../../../src/page/state/runs/explorer.ts';
import { keptText } from '../../../../../src/page/state/storage/kept.ts';
import { keptNewsStore } from '../../../../../src/page/state/storage/keptNews.ts';
import { STORAGE_KEYS, type TextStorage } from '../../../../../src/page/state/storage/storage.ts';
import { keptBy, RELEASES } from '../../../../support/released.ts';
import { episode } from '../../../core/episode/records.ts';
import { memory, world } from '../lessons/world.ts';

const STRANGER = '// from a stranger\nexport default {};';
const micro = PRESETS.micro.project({ source: 'export default {}' });

const challengesOn = (storage: TextStorage) =>
  createChallengesStore(
    async (_, { ask }) =>
      ask === 'open'
        ? { ask, opened: { roles: ['first', 'second'], lost: [[{ role: 'first', turn: 0 }]], played: 20, won: 12 } }
        : ask === 'use'
          ? { ask, answer: { tool: 'value', episode: 0, message: 0, role: 'first', wins: 3, kept: null, of: 8, replays: 8 } }
          : null,
    storage,
  );

function queueOn(storage: TextStorage) {
  const keeping = keptText(storage, STORAGE_KEYS.queue, 'queue');
  return createQueueStore(
    {
      train: async () => null,
      goOn: async () => false,
      faults: () => [],
      free: () => false,
      engine: () => ({ runId: null, active: false, outcome: null }),
      heldBack: () => null,
      read: keeping.read,
      write: keeping.write,
      newId: () => 'added',
      now: () => 1000,
    },
    { encode: encodeQueue, decode: decodeQueue },
  );
}

/** Opens the store of each thing and changes something; whether that is there, if only in this tab. */
const CHANGES: Readonly<Record<string, { key: string; change(storage: TextStorage): boolean | Promise<boolean> }>> = {
  lessons: {
    key: STORAGE_KEYS.lessons,
    change: async (storage) => {
      const { lessons } = world(storage);
      await lessons.getState().start('lamas');
      return lessons.getState().progress.lamas !== undefined;
    },
  },
  test: {
    key: `${STORAGE_KEYS.lessons}.test`,
    change: (storage) => {
      const attempts = createAttempts(storage, () => 1000);
      attempts.getState().begin('A');
      attempts.getState().answer('a-clip', 'edge');
      return attempts.getState().attempts[0]?.answers['a-clip']?.option === 'edge';
    },
  },
  challenges: {
    key: STORAGE_KEYS.challenges,
    change: async (storage) => {
      const challenges = challengesOn(storage);
      await challenges.getState().open();
      await challenges.getState().use({ tool: 'value', episode: 0, message: 0, continuations: 8 });
      challenges.getState().refresh(); // as another tab's write has it do
      return challenges.getState().progress.row.answers.length === 1;
    },
  },
  pins: {
    key: STORAGE_KEYS.pins,
    change: (storage) => {
      const pins = createPinsStore(storage);
      pins.getState().toggle('a', rowOf(episode(3, 1)));
      return pinsOf(pins.getState(), 'a').length === 1;
    },
  },
  demonstrations: {
    key: STORAGE_KEYS.demonstrations,
    change: (storage) => {
      const demonstrations = createDemonstrationsStore(storage);
      demonstrations.getState().keep('one', '{"a":1}');
      return demonstrations.getState().of('one').length === 1;
    },
  },
  queue: {
    key: STORAGE_KEYS.queue,
    change: (storage) => {
      const queue = queueOn(storage);
      queue.getState().add([{ base: micro, values: {}, seed: 1, name: 'one', tags: [], sweep: null }]);
      return queue.getState().entries.length === 1;
    },
  },
  consent: {
    key: STORAGE_KEYS.consent,
    change: (storage) => {
      const consent = createConsentStore(storage, () => false);
      const before = mayRun(consent.getState(), STRANGER);
      consent.getState().agree(STRANGER);
      return !before && mayRun(consent.getState(), STRANGER);
    },
  },
};

const told = () => keptNewsStore.getState().told;

beforeEach(() => keptNewsStore.setState({ told: [], newer: new Set() }));

describe.each(Object.entries(CHANGES))('%s', (what, { key, change }) => {
  /** With what this build would read of it, were it not of another version: so would the last check be one. */
  const newer = JSON.stringify({ version: 2, agreed: [sha256(STRANGER)], documents: [], entries: [], progress: {}, open: null });

  it('of a newer workbench stay byte for byte, are named once, and changes live in this tab', async () => {
    const storage = memory({ [key]: newer });
    expect(await change(storage)).toBe(true);
    expect(storage.entries).toEqual({ [key]: newer });
    expect(told()).toMatchObject([{ code: 'E_KEPT_FUTURE', params: { what, version: 2, reads: 1 } }]);
    expect(keptNewsStore.getState().newer).toEqual(new Set([what]));
  });

  it('that a newer workbench wrote while this tab was open stay too', async () => {
    const storage = memory();
    const late: TextStorage = {
      ...storage,
      read: (asked) => {
        const text = storage.read(asked);
        // Behind the first look of this tab.
        if (asked === key) storage.entries[key] = newer;
        return text;
      },
    };
    expect(await change(late)).toBe(true);
    expect(storage.entries).toEqual({ [key]: newer });
    expect(told()).toMatchObject([{ code: 'E_KEPT_FUTURE', params: { what } }]);
  });

  it.each(['{"cut o', '7', '', what === 'pins' || what === 'test' || what === 'demonstrations' ? '{}' : '[]'])(
    'that are damaged (%j) are set aside before anything is written',
    async (damaged) => {
      const storage = memory({ [key]: damaged, [`${key}.unreadable`]: 'older damage' });
      expect(await change(storage)).toBe(true);
      expect(storage.entries[`${key}.unreadable`]).toBe('older damage');
      expect(storage.entries[`${key}.unreadable.2`]).toBe(damaged);
      expect(storage.entries[key]).not.toBe(damaged);
      expect(told()).toMatchObject([{ code: 'E_KEPT_DAMAGED', params: { what, key: `${key}.unreadable.2` } }]);
      // Set aside once, however often it is looked at.
      storage.entries[key] = damaged;
      await change(storage);
      expect(Object.keys(storage.entries).toSorted()).toEqual([key, `${key}.unreadable`, `${key}.unreadable.2`]);
    },
  );

  it('that are damaged stay where there is no room to set them aside', async () => {
    const storage = memory({ [key]: '{"cut o' });
    const full: TextStorage = { ...storage, write: (at, text) => at === key && storage.write(at, text) };
    expect(await change(full)).toBe(true);
    expect(storage.entries).toEqual({ [key]: '{"cut o' });
    expect(told()).toMatchObject([{ code: 'E_KEPT_DAMAGED', params: { key } }]);
  });

  it('are written as every release has written them: no version is the first', async () => {
    const storage = memory();
    await change(storage);
    const value = JSON.parse(storage.entries[key]!) as object;
    expect('version' in value).toBe(false);
    expect(told()).toEqual([]);
  });
});

it('what was done here before a newer workbench wrote in another tab stays on screen', async () => {
  const newer = '{"version":2}';
  const storage = memory();
  const challenges = challengesOn(storage);
  await challenges.getState().open();
  await challenges.getState().use({ tool: 'value', episode: 0, message: 0, continuations: 8 });
  storage.entries[STORAGE_KEYS.challenges] = newer;
  challenges.getState().refresh();
  expect(challenges.getState().progress.row.answers).toHaveLength(1);
  const attempts = createAttempts(storage, () => 1000);
  attempts.getState().begin('A');
  attempts.getState().answer('a-clip', 'edge');
  storage.entries[`${STORAGE_KEYS.lessons}.test`] = newer;
  attempts.getState().finish();
  expect(attempts.getState().attempts).toMatchObject([{ finished: 1000, answers: { 'a-clip': { option: 'edge' } } }]);
  expect(Object.values(storage.entries)).toEqual([newer, newer]);
});

describe('what a newer build of the same version adds is written back as it was', () => {
  const after = async (what: keyof typeof CHANGES, value: unknown): Promise<unknown> => {
    const { key, change } = CHANGES[what]!;
    const storage = memory({ [key]: JSON.stringify(value) });
    expect(await change(storage)).toBe(true);
    expect(told()).toEqual([]);
    return JSON.parse(storage.entries[key]!);
  };

  it('lessons', async () => {
    const strange = { 'lesson-of-tomorrow': { step: 7 }, groups: 'another form' };
    expect(await after('lessons', { progress: strange, open: null, added: 1 })).toMatchObject({
      progress: { ...strange, lamas: {} },
      added: 1,
    });
  });

  it('attempts at the test', async () => {
    const strange = { form: 'C', begun: 1, finished: 2, answers: {} };
    expect(await after('test', [strange])).toMatchObject([strange, { form: 'A' }]);
  });

  it('challenges, until they are begun here', async () => {
    expect(await after('challenges', { tomorrow: [1], sides: { closed: 'so' }, row: { closed: 'so' } })).toMatchObject({
      tomorrow: [1],
      sides: { closed: 'so' },
      row: { answers: [{}] },
    });
  });

  it('pins', async () => {
    const strange = { iteration: 'x' };
    expect(await after('pins', [['a', [strange]], ['b', [strange]], 'odd'])).toEqual([
      ['a', [expect.objectContaining({ iteration: 3 }), strange]],
      ['b', [strange]],
      'odd',
    ]);
  });

  it('demonstrations, where one strange entry costs no other', async () => {
    const own = ['other', ['{}']];
    expect(await after('demonstrations', [['odd', 1], own])).toEqual([own, [sha256('one'), ['{"a":1}']], ['odd', 1]]);
  });

  it('consent', async () => {
    expect(await after('consent', { agreed: [], typed: [], asked: ['x'] })).toEqual({
      agreed: [sha256(STRANGER)],
      typed: [],
      asked: ['x'],
    });
  });
});

describe.each(RELEASES)('what version %s kept', (release) => {
  it('is read, and nothing is said of it', () => {
    const storage = memory({ ...keptBy(release) });
    const { progress } = world(storage).lessons.getState();
    expect(progress).toMatchObject({
      lamas: { step: 'plan', states: { read: 'done', plan: 'open' }, answers: { guess: 'solver', sum: { a: 1 } }, run: 'finished' },
      groups: { step: 'end', states: { end: 'done' } },
    });
    const pins = createPinsStore(storage).getState();
    expect(pinsOf(pins, 'finished')).toMatchObject([{ iteration: 3, episode: 1, right: true, words: '2' }]);
    expect(pinsOf(pins, 'interrupted')).toMatchObject([{ iteration: 2, episode: 0 }]);
    expect(mayRun(createConsentStore(storage).getState(), STRANGER)).toBe(true);
    const { entries, newer } = queueOn(storage).getState();
    expect(newer).toBe(0);
    expect(entries).toMatchObject([
      { id: 'q1', name: 'slow', status: 'waiting', seed: 1, tags: ['night'], sweep: { name: 'Rates' } },
      { id: 'q2', name: 'fast', status: 'finished', run: 'finished' },
    ]);
    expect(told()).toEqual([]);
  });

  it('is still there when this version has written', async () => {
    const storage = memory({ ...keptBy(release) });
    for (const { change } of Object.values(CHANGES)) await change(storage);
    expect(world(storage).lessons.getState().progress.groups).toMatchObject({ step: 'end' });
    expect(pinsOf(createPinsStore(storage).getState(), 'finished')).toHaveLength(1);
    expect(
      queueOn(storage)
        .getState()
        .entries.map(({ id }) => id),
    ).toEqual(['q1', 'q2', 'added']);
  });
});
