/** A run of something else on its way in: what a person corrects is asked anew, and what fails changes nothing. */
import { expect, it } from 'vitest';
import { FaultError } from '../../../../../src/core/faults.ts';
import { KnownCount } from '../../../../../src/core/formats/imports/run/info.ts';
import { createImportStore, type ImportHosts } from '../../../../../src/page/features/imports/importStore.ts';
import type { Survey } from '../../../../../workers/library/protocol.ts';

const survey = (role: string): Survey => ({
  source: 'trl',
  agents: [{ key: 'name:a', role, label: 'a', prompt: '', foundBy: 'name' }],
  edges: [],
  known: Object.assign(new KnownCount(), { episodes: 1 }),
  metrics: [],
  notices: [],
  rows: null,
  whole: true,
  examples: [],
});
const GIVEN = { name: 'completions.parquet', files: [] };

function open(hosts: Partial<ImportHosts> = {}) {
  const said: string[] = [];
  const store = createImportStore({
    lookInto: async (_files, { names }) => survey(names['name:a'] ?? 'a'),
    importRun: async (id, name) => void said.push(`kept ${id} as ${name}`),
    stopImport: async () => void said.push('stopped'),
    newId: () => 'new',
    show: async (id) => void said.push(`shown ${id}`),
    ...hosts,
  });
  store.getState().begin(GIVEN, survey('a'));
  return { store, said };
}

it('takes the name of the file, and reads what was found', async () => {
  const { store, said } = open();
  expect(store.getState().name).toBe('completions');
  expect(await store.getState().read()).toBe(true);
  expect(said).toEqual(['kept new as completions', 'shown new']);
  expect(store.getState().given).toBeNull();
});

it('an agent that is named is asked for anew; the newest answer stands', async () => {
  const answers: (() => void)[] = [];
  const { store } = open({
    lookInto: (_files, { names }) => new Promise((resolve) => answers.push(() => resolve(survey(names['name:a'] ?? '')))),
  });
  const first = store.getState().nameAgent('name:a', 'writer');
  const second = store.getState().nameAgent('name:a', 'critic');
  answers[1]?.();
  answers[0]?.();
  await Promise.all([first, second]);
  expect(store.getState().survey?.agents[0]?.role).toBe('critic');
});

it('what cannot be read says so, keeps nothing, and can be tried again', async () => {
  const { store, said } = open({
    importRun: async () => {
      throw new FaultError({ code: 'E_TEST', message: 'line 7 is broken' });
    },
  });
  expect(await store.getState().read()).toBe(false);
  expect(store.getState()).toMatchObject({ phase: 'found', fault: { code: 'E_TEST' }, given: GIVEN });
  expect(said).toEqual([]);
});

it('closed while it is read, it is stopped', async () => {
  let end: (error: unknown) => void = () => undefined;
  const { store, said } = open({ importRun: () => new Promise((_, reject) => (end = reject)) });
  const reading = store.getState().read();
  store.getState().close();
  end(new FaultError({ code: 'E_IMPORT_STOPPED', message: 'stopped' }));
  expect(await reading).toBe(false);
  expect(said).toEqual(['stopped']);
  expect(store.getState()).toMatchObject({ given: null, fault: null });
});
