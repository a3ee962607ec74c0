import { describe, expect, it } from 'vitest';
import { createStudy, STUDY_KEY, type StudyHosts } from '../../../../../src/page/features/study/createStudy.ts';
import { still } from '../../../../../src/page/features/study/still.ts';
import { forgetfulStorage, guardedStorage, type KeyedStorage } from '../../../../../src/page/state/storage/storage.ts';
import { INVENTORY } from '../../../../../src/core/lessons/inventory.ts';
import { formOf, phaseOf } from '../../../../../src/core/study/course.ts';
import { readStudy } from '../../../../../src/core/study/file.ts';
import { parseStudyLink } from '../../../../../src/core/study/link.ts';
import { testScore } from '../../../../../src/core/study/scores.ts';

const link = parseStudyLink('lazy-team.spring-2026.7');
const DAY = 86_400_000;

function opened(storage: KeyedStorage = forgetfulStorage(), tab: KeyedStorage = forgetfulStorage(), time = { now: 1_000 }) {
  const hosts: StudyHosts = { storage, tab, now: () => time.now, page: 'test' };
  return { storage, tab, time, hosts, study: createStudy(link, hosts) };
}

/** Right answers, one a second, but for the last item. */
function answerAll({ study, time }: ReturnType<typeof opened>, test: 'pre' | 'post' | 'delayed'): void {
  const { tell, goOn, record } = study.getState();
  const form = formOf(test, record?.header.order ?? 'AB');
  for (const { id: item, right } of INVENTORY[form]) {
    time.now += 1_000;
    const option = item.endsWith('dependency') ? null : right;
    tell({ kind: 'answer', test, item, option, right: option !== null });
  }
  goOn(test);
}

describe('a participant of a study', () => {
  it('goes through all parts, and every moment is a file that can be read', () => {
    const page = opened();
    const { study, time, storage } = page;
    study.getState().agree(' p017 ', 'en', false);
    const record = () => study.getState().record ?? expect.fail('no record');
    const phases = [phaseOf(record())];
    const condition = record().header.condition;
    answerAll(page, 'pre');
    phases.push(phaseOf(record()));
    if (condition === 'predict-first') study.getState().goOn('predict');
    study.getState().goOn('learn');
    answerAll(page, 'post');
    phases.push(phaseOf(record()));
    time.now += 6 * DAY - 1;
    study.getState().goOn('wait');
    phases.push(phaseOf(record()));
    time.now += 1;
    study.getState().goOn('wait');
    study.getState().goOn('wait');
    phases.push(phaseOf(record()));
    answerAll(page, 'delayed');
    study.getState().goOn('done');
    expect([...phases, phaseOf(record())]).toEqual([
      'pre',
      condition === 'predict-first' ? 'predict' : 'learn',
      'wait',
      'wait',
      'delayed',
      'done',
    ]);
    expect((['pre', 'post', 'delayed'] as const).map((test) => testScore(record(), test)?.score)).toEqual([11, 11, 11]);
    const text = storage.read(`${STUDY_KEY}.lazy-team.spring-2026.7.P017`) ?? '';
    expect(text).toBe(study.getState().text);
    expect(readStudy(text, 'kept')).toEqual(record());
    // The page opened anew is where it was.
    expect(opened(storage).study.getState().record).toEqual(record());
  });

  it('shares a browser with others: each goes on by their code, and the tab knows whose it is', () => {
    const { study, storage, tab } = opened();
    study.getState().agree('P001', 'en', false);
    study.getState().someoneElse();
    expect(study.getState()).toMatchObject({ record: null, codes: ['P001'] });
    study.getState().agree('P002', 'zh', true);
    expect(study.getState().codes).toEqual(['P001', 'P002']);
    expect(opened(storage).study.getState().record, 'another tab asks').toBeNull();
    expect(opened(storage, tab).study.getState().record?.header).toMatchObject({ participant: 'P002', language: 'zh', taken: true });
    study.getState().agree('p001', 'zh', false);
    expect(study.getState().record?.header).toMatchObject({ participant: 'P001', language: 'en' });
    study.getState().remove();
    expect(study.getState()).toMatchObject({ record: null, codes: ['P002'] });
    expect(storage.keys(STUDY_KEY)).toHaveLength(1);
  });

  it('in two tabs loses nothing: the one that is behind takes what the other kept', () => {
    const first = opened();
    first.study.getState().agree('P001', 'en', false);
    const second = opened(first.storage).study;
    const item = INVENTORY[formOf('pre', first.study.getState().record?.header.order ?? 'AB')][0];
    if (!item) throw new Error('no item');
    const answer = { kind: 'answer', test: 'pre', item: item.id, option: item.right, right: true } as const;
    first.study.getState().tell(answer);
    second.getState().tell(answer);
    expect(second.getState().record).toEqual(first.study.getState().record);
    second.getState().remove();
    first.study.getState().tell({ kind: 'away' });
    expect(first.study.getState().record, 'deleted there, gone here').toBeNull();
    expect(first.storage.keys(STUDY_KEY)).toEqual([]);
  });

  it('is told what is wrong: no code, no storage, a full one, a damaged record', () => {
    const { study, storage } = opened();
    study.getState().agree('a b', 'en', false);
    expect(study.getState().fault?.code).toBe('E_STUDY_CODE');
    const nothing = opened(guardedStorage(() => undefined)).study;
    nothing.getState().agree('P001', 'en', false);
    expect(nothing.getState()).toMatchObject({ record: null, fault: { code: 'E_STUDY_STORAGE' } });

    let full = false;
    const { study: kept } = opened({ ...storage, write: (key, text) => !full && storage.write(key, text) });
    kept.getState().agree('P001', 'en', false);
    const before = kept.getState().record;
    full = true;
    kept.getState().tell({ kind: 'away' });
    expect(kept.getState()).toMatchObject({ record: before, fault: { code: 'E_STUDY_LOST' } });
    full = false;
    kept.getState().tell({ kind: 'back' });
    expect(kept.getState().fault).toBeNull();

    const key = `${STUDY_KEY}.lazy-team.spring-2026.7.P001`;
    storage.write(key, `${storage.read(key)}?\n`);
    const damaged = opened(storage).study;
    expect(damaged.getState()).toMatchObject({ record: null, fault: { code: 'E_STUDY_FILE' } });
    expect(damaged.getState().text).toContain('?\n');
    damaged.getState().remove();
    expect(storage.keys(STUDY_KEY)).toEqual([]);
  });

  it('has times in order though the clock was set back', () => {
    const { study, time } = opened();
    study.getState().agree('P001', 'en', false);
    time.now = 10;
    study.getState().tell({ kind: 'away' });
    expect(study.getState().record?.events.map(({ at }) => at)).toEqual([1_000, 1_000]);
  });
});

it('a lesson’s words without a workbench keep explained words and numbers, and lead nowhere', () => {
  expect(still('See [Inspect](place:inspect/shares), [the step](step:look) and [lesson](lesson:groups).')).toBe(
    'See Inspect, the step and lesson.',
  );
  const kept = 'An [advantage](term:advantage) of [](evidence:lazy-team/equal/after.greedy), [paper](https://arxiv.org/abs/1).';
  expect(still(kept)).toBe(kept);
});
