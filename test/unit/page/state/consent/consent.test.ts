/** Code from outside runs only once somebody agreed; code typed here and built-in code always may. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setEnvironmentSource } from '../../../../../src/core/editing/edits.ts';
import { sha256 } from '../../../../../src/core/sha256.ts';
import {
  consentStore,
  createConsentStore,
  heldBack,
  mayRun,
  requireConsent,
  typeEnvironmentSource,
} from '../../../../../src/page/state/consent/consent.ts';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { documentStore } from '../../../../../src/page/state/document/document.ts';
import { engineStore } from '../../../../../src/page/state/engine/engine.ts';
import { createSandboxStore, onceAllowed } from '../../../../../src/page/state/environment/sandbox.ts';
import { STORAGE_KEYS, type TextStorage } from '../../../../../src/page/state/storage/storage.ts';

function memory(kept?: string): TextStorage & { text(): string | null } {
  let text: string | null = kept ?? null;
  return {
    text: () => text,
    read: (key) => (key === STORAGE_KEYS.consent ? text : null),
    write: (_, value) => {
      text = value;
      return true;
    },
  };
}

const BUILT_IN = defaultProject().environment.source;
const OUTSIDE = '// from a stranger\nexport default {};';

describe('SHA-256', () => {
  it.each(['', 'abc', 'a'.repeat(55), 'a'.repeat(56), 'a'.repeat(64), 'äöü€😀'.repeat(100), BUILT_IN])('is that of Node (%#)', (text) => {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  });
});

describe('what may run', () => {
  it('is built-in code and nothing else at first', () => {
    const state = createConsentStore(memory()).getState();
    expect(mayRun(state, BUILT_IN)).toBe(true);
    expect(mayRun(state, `${BUILT_IN} `)).toBe(false);
    expect(mayRun(state, OUTSIDE)).toBe(false);
  });

  it('is what was agreed to, to the letter, also after a reload', () => {
    const storage = memory();
    createConsentStore(storage).getState().agree(OUTSIDE);
    const again = createConsentStore(storage).getState();
    expect(mayRun(again, OUTSIDE)).toBe(true);
    expect(mayRun(again, `${OUTSIDE} `)).toBe(false);
    expect(storage.text()).not.toContain('stranger');
  });

  it('follows what is typed over code that may run, and not over code that may not', () => {
    const storage = memory();
    const store = createConsentStore(storage);
    store.getState().typed(BUILT_IN, `${BUILT_IN}// mine`);
    store.getState().typed(OUTSIDE, `${OUTSIDE}// touched`);
    for (const state of [store.getState(), createConsentStore(storage).getState()]) {
      expect(mayRun(state, `${BUILT_IN}// mine`)).toBe(true);
      expect(mayRun(state, `${OUTSIDE}// touched`)).toBe(false);
    }
    store.getState().agree(OUTSIDE);
    store.getState().typed(OUTSIDE, `${OUTSIDE}// read and touched`);
    expect(mayRun(store.getState(), `${OUTSIDE}// read and touched`)).toBe(true);
  });

  it('of two tabs is what was agreed to in either', () => {
    const storage = memory();
    const [one, other] = [createConsentStore(storage), createConsentStore(storage)];
    one.getState().agree(OUTSIDE);
    other.getState().agree('// another stranger');
    other.getState().typed(BUILT_IN, `${BUILT_IN}// typed`);
    one.getState().typed(BUILT_IN, `${BUILT_IN}// also typed`);
    const after = createConsentStore(storage).getState();
    for (const source of [OUTSIDE, '// another stranger', `${BUILT_IN}// typed`, `${BUILT_IN}// also typed`])
      expect(mayRun(after, source), source).toBe(true);
    expect(mayRun(one.getState(), '// another stranger')).toBe(false);
    one.getState().refresh();
    expect(mayRun(one.getState(), '// another stranger')).toBe(true);
  });

  it('keeps a bounded list, and in this tab everything', () => {
    const storage = memory();
    const store = createConsentStore(storage);
    store.getState().agree(OUTSIDE);
    for (let i = 0, before = BUILT_IN; i < 300; i += 1, before = `${BUILT_IN}${i - 1}`) store.getState().typed(before, `${BUILT_IN}${i}`);
    expect(mayRun(store.getState(), `${BUILT_IN}0`)).toBe(true);
    const again = createConsentStore(storage).getState();
    expect(again.trusted.size).toBe(101);
    expect(mayRun(again, `${BUILT_IN}299`)).toBe(true);
    expect(mayRun(again, OUTSIDE)).toBe(true);
  });

  it.each(['', 'null', '{"agreed": 7}', '{"agreed": ["x", 3, null], "typed": {}}', '["a"]'])(
    'asks anew when what is kept reads %s',
    (kept) => {
      const state = createConsentStore(memory(kept)).getState();
      expect(state.trusted.size).toBe(0);
      expect(mayRun(state, OUTSIDE)).toBe(false);
    },
  );
});

describe('code that is held back', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const open = (source: string) => documentStore.getState().edit((document) => setEnvironmentSource(document, source));

  it('reaches no sandbox, and is looked at once it may run', async () => {
    const loaded: string[] = [];
    const allowed = new Set<string>();
    const store = createSandboxStore(
      () =>
        ({
          load: async (source: string) => {
            loaded.push(source);
            throw new Error('looked at');
          },
        }) as never,
      (source) => {
        if (!allowed.has(source)) requireConsent(source);
      },
    );
    await store.getState().check(OUTSIDE);
    await store.getState().examine(OUTSIDE, defaultProject());
    expect(loaded).toEqual([]);
    expect(store.getState().fault).toMatchObject({ code: 'E_ENV_CONSENT' });
    allowed.add(OUTSIDE);
    await store.getState().check(OUTSIDE);
    expect(loaded).toEqual([OUTSIDE]);
  });

  it.each(['in this tab', 'in another one'])(
    'is looked at once for one consent %s, whatever else is said at that moment',
    async (where) => {
      const storage = memory();
      const here = createConsentStore(storage);
      const elsewhere = where === 'in this tab' ? here : createConsentStore(storage);
      const loaded: string[] = [];
      const sandbox = createSandboxStore(
        () => ({ load: (source: string) => new Promise(() => loaded.push(source)) }) as never,
        (source) => {
          if (!mayRun(here.getState(), source)) requireConsent(source);
        },
      );
      const document = setEnvironmentSource(defaultProject(), OUTSIDE);
      here.subscribe((now, before) => onceAllowed(sandbox.getState(), document, now, before));
      await sandbox.getState().check(OUTSIDE);
      here.getState().agree('// another stranger');
      expect(loaded, 'what was agreed to is other code').toEqual([]);
      here.getState().review(true);
      elsewhere.getState().agree(OUTSIDE);
      here.getState().refresh();
      here.getState().review(false);
      here.getState().agree('// a third');
      here.getState().refresh();
      expect(loaded).toEqual([OUTSIDE]);
    },
  );

  it('keeps a run from being started', async () => {
    open(`${OUTSIDE}// not trained`);
    await engineStore.getState().train();
    await engineStore.getState().step();
    expect(engineStore.getState()).toMatchObject({ phase: 'idle', runId: null });
    expect(engineStore.getState().faults.map(({ code }) => code)).toContain('E_ENV_CONSENT');
  });

  it('is told apart from trusted code by undo and redo', () => {
    open(BUILT_IN);
    open(OUTSIDE);
    const held = () => heldBack(documentStore.getState().document.environment.source) !== null;
    expect(held()).toBe(true);
    typeEnvironmentSource(`${OUTSIDE}//`);
    expect(held(), 'typing over it does not make it trusted').toBe(true);
    const { undo, redo } = documentStore.getState();
    undo();
    undo();
    expect(held()).toBe(false);
    typeEnvironmentSource(`${BUILT_IN}// a`);
    typeEnvironmentSource(`${BUILT_IN}// ab`);
    expect(held()).toBe(false);
    undo();
    expect(held()).toBe(false);
    redo();
    expect(held()).toBe(false);
    open(OUTSIDE);
    consentStore.getState().agree(OUTSIDE);
    expect(held()).toBe(false);
    undo();
    redo();
    expect(held()).toBe(false);
  });
});

it('nothing is agreed to where the page stands inside another one', () => {
  const storage = memory();
  const store = createConsentStore(storage, () => true);
  store.getState().agree(OUTSIDE);
  expect(mayRun(store.getState(), OUTSIDE)).toBe(false);
  expect(storage.text()).toBeNull();
});
