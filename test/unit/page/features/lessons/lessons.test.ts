/** The pure parts of the lesson panel, and that everything a lesson can point at is marked in the page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Evidence, EvidenceSeed } from '../../../../../src/core/lessons/evidence.ts';
import type { Goal } from '../../../../../src/core/lessons/goals.ts';
import type { LessonStep, PredictStep } from '../../../../../src/core/lessons/lesson.ts';
import { predictionAt } from '../../../../../src/page/features/lessons/step/besidePrediction.ts';
import { numberIn } from '../../../../../src/page/features/lessons/step/numberIn.ts';
import { boundsOf, clampSize } from '../../../../../src/page/features/lessons/panelSize.ts';
import { evidenceGroups, metricOf } from '../../../../../src/page/kit/lessons/evidenceGroups.ts';
import { goalText } from '../../../../../src/page/features/lessons/step/goalText.ts';
import { parsePlaceLink } from '../../../../../src/page/kit/lessons/placeLinks.ts';
import { placeOfTarget, selectorOf, SINGLE_TARGETS, TARGET_KINDS } from '../../../../../src/page/features/lessons/pointing/targets.ts';
import { lessonsText } from '../../../../../src/words/words.ts';
import { lessonsZh as lessonsChinese } from '../../../../../src/words/zh/learn/lessons.ts';

describe('a prediction', () => {
  const predict: PredictStep = { kind: 'predict', id: 'who', options: ['all', 'last'], outcome: 'last' };
  const look: LessonStep = { kind: 'do', id: 'look', goal: { is: 'agent' } };
  const steps: readonly LessonStep[] = [
    { kind: 'show', id: 'begin' },
    predict,
    { kind: 'show', id: 'why' },
    look,
    { kind: 'show', id: 'end' },
  ];
  const made = { who: 'all' };

  it('is told nowhere before it was made', () => {
    for (const { id } of steps) expect(predictionAt({ steps }, { answers: {}, states: {} }, id)).toBeNull();
  });

  it('stands by itself up to the step that shows what happens, and beside what happened once that was done', () => {
    const before = { answers: made, states: { begin: 'done', who: 'done', why: 'done', look: 'open' } } as const;
    const toldBefore = steps.map(({ id }) => predictionAt({ steps }, before, id)?.outcome);
    expect(toldBefore).toEqual([undefined, null, null, null, undefined]);
    for (const state of ['done', 'recorded', 'assisted'] as const) {
      const after = { answers: made, states: { ...before.states, look: state } };
      expect(steps.map(({ id }) => predictionAt({ steps }, after, id)?.outcome)).toEqual([undefined, 'last', 'last', 'last', undefined]);
    }
    expect(predictionAt({ steps }, before, 'who')).toEqual({ step: predict, chosen: 'all', outcome: null, sure: null });
    const sure = { ...before, expected: { who: { text: null, sure: 'certain' } } } as const;
    expect(predictionAt({ steps }, sure, 'look')?.sure).toBe('certain');
  });

  it('is answered by a step to read as soon as that was entered, and never by what follows another prediction', () => {
    const read: readonly LessonStep[] = [predict, { kind: 'show', id: 'read' }, { ...predict, id: 'again' }, look];
    expect(predictionAt({ steps: read }, { answers: made, states: { who: 'done' } }, 'who')?.outcome).toBeNull();
    expect(predictionAt({ steps: read }, { answers: made, states: { who: 'done', read: 'done' } }, 'who')?.outcome).toBe('last');
    expect(predictionAt({ steps: read }, { answers: { ...made, again: 'last' }, states: { look: 'done' } }, 'look')?.step.id).toBe('again');
  });
});

describe('links to places', () => {
  it('lead to a place, a tab or a view, and nowhere else', () => {
    expect(parsePlaceLink('inspect')).toEqual({ place: 'inspect' });
    expect(parsePlaceLink('inspect/shares')).toEqual({ place: 'inspect', view: 'shares' });
    expect(parsePlaceLink('training/engine')).toEqual({ place: 'training', tab: 'engine' });
    expect(parsePlaceLink('learn/challenges')).toEqual({ place: 'learn', part: 'challenges' });
    for (const wrong of ['', 'nowhere', 'learn/nothing', 'team/shares', 'inspect/engine', 'inspect/shares/more'])
      expect(parsePlaceLink(wrong)).toBeNull();
  });
});

describe('numbers as they are typed', () => {
  it('are read with a point or a comma, with either minus, and with exponents', () => {
    expect(['0.5', ' 0,5 ', '-2', '−2', '1e-3'].map((typed) => numberIn(typed))).toEqual([0.5, 0.5, -2, -2, 0.001]);
    expect(['4,736', '4 736', '4736', '4,73'].map((typed) => numberIn(typed, 4736))).toEqual([4736, 4736, 4736, 4.73]);
    expect(['', ' ', 'two', '1,2,3'].map((typed) => numberIn(typed))).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  });
});

describe('the panel', () => {
  it('is never narrower than one can read, nor so wide that nothing is left beside it', () => {
    expect(clampSize('column', 10, 1440)).toBe(300);
    expect(clampSize('column', 5000, 1440)).toBe(1440 - 880);
    expect(boundsOf('column', 1000)).toEqual({ least: 300, usual: 300, most: 300 });
    expect(boundsOf('column', 2000)).toEqual({ least: 300, usual: 390, most: 640 });
  });

  it('at the foot leaves some of a low window, and in one at 200 % zoom there is more of it than head and ways', () => {
    expect(boundsOf('foot', 844)).toEqual({ least: 200, usual: 388, most: 675 });
    expect(boundsOf('foot', 384)).toEqual({ least: 200, usual: 300, most: 307 });
    expect(boundsOf('foot', 200)).toEqual({ least: 160, usual: 160, most: 160 });
  });
});

describe('recorded results as groups of runs', () => {
  const seed = (number: number, reward: readonly number[]): EvidenceSeed => ({
    seed: number,
    before: { sampled: 0, greedy: 0 },
    after: { sampled: 1, greedy: 1 },
    reward,
    series: { 'actor/solver/kl_ref': [null, 0.5] },
    notices: {},
  });
  const evidence: Evidence = {
    id: 'x',
    title: 'X',
    preset: 'micro',
    settings: {},
    iterations: 2,
    episodes: 8,
    backend: 'wasm',
    variants: [
      { id: 'none', name: 'None', changes: {}, klRefEstimator: 'k1', seeds: [seed(1, [0.1, 0.2]), seed(2, [0.3, 0.4])] },
      { id: 'gate', name: 'Gate', changes: {}, klRefEstimator: 'k1', seeds: [seed(1, [0.5, 0.6])] },
    ],
  };

  it('name a variant a group, a seed a run, and count iterations from 1', () => {
    const groups = evidenceGroups(evidence, metricOf());
    expect(groups.map(({ id, label, runs }) => [id, label, runs.length])).toEqual([
      ['none', 'None', 2],
      ['gate', 'Gate', 1],
    ]);
    expect(groups[0]?.runs[1]?.metrics).toEqual([
      { iteration: 1, 'reward/mean': 0.3 },
      { iteration: 2, 'reward/mean': 0.4 },
    ]);
    expect(new Set(groups.flatMap(({ runs }) => runs.map(({ id }) => id))).size).toBe(3);
  });

  it('leave out what was not measured, and the variants that were not asked for', () => {
    const [group, ...others] = evidenceGroups(evidence, metricOf('actor/solver/kl_ref'), ['gate']);
    expect(others).toEqual([]);
    expect(group?.runs[0]?.metrics).toEqual([{ iteration: 2, 'actor/solver/kl_ref': 0.5 }]);
  });
});

describe('what is waited for', () => {
  const { goal: words } = lessonsText;

  it('is told with the names of the page', () => {
    expect(goalText({ is: 'at', at: { view: 'shares', place: 'inspect' } }, words)).toBe('open the view “Shapley”');
    expect(goalText({ is: 'setting', path: 'training.learningRate', equals: 0.01 }, words)).toBe('set “Learning rate” to 0.01');
    expect(goalText({ is: 'setting', path: 'team.agents.solver.adapter.rank', atLeast: 8 }, words)).toBe(
      'set “Rank of solver” to 8 or more',
    );
    expect(
      goalText(
        {
          is: 'all',
          of: [
            { is: 'edge', from: 'a', to: 'b', drawn: true },
            { is: 'trained', iterations: 1 },
          ],
        },
        words,
      ),
    ).toBe('draw the arrow from “a” to “b”, and train for 1 iteration');
    const either: Goal = { is: 'any', of: [{ is: 'agent', role: 'a' }, { is: 'token' }] };
    expect(goalText({ is: 'all', of: [either, { is: 'trained', iterations: 5 }] }, words)).toBe(
      '(select the agent “a”, or choose a token), and train for 5 iterations',
    );
  });

  it('is told in Chinese too', () => {
    const adapters: Goal = { is: 'changed', paths: ['team.agents.planner.adapter', 'team.agents.solver.adapter.rank'] };
    expect(goalText(adapters, words)).toBe('change “adapter of planner”, or change “Rank of solver”');
    expect(goalText(adapters, lessonsChinese.goal)).toContain('修改「');
    const run: Goal = { is: 'read-run', path: 'training.algorithm', equals: 'appo' };
    expect(goalText(run, words)).toMatch(/^read a run that was trained with “Algorithm” set to “APPO/);
    expect(goalText(run, lessonsChinese.goal)).toContain('APPO');
    expect(goalText({ is: 'trained', iterations: 10 }, lessonsChinese.goal)).toBe('训练 10 次迭代');
    expect(goalText({ is: 'setting', path: 'training.learningRate', atMost: 0.001 }, lessonsChinese.goal)).toContain('Learning rate');
  });
});

describe('targets', () => {
  const page = new URL('../../../../../src/page', import.meta.url).pathname;
  const sources = readdirSync(page, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('features/lessons'))
    .map((file) => readFileSync(join(page, file), 'utf8'))
    .join('\n');
  /** Marked by what the element is of, not by name. */
  const byGroup = ['adapter'];

  it.each(Object.keys(SINGLE_TARGETS).filter((target) => !byGroup.includes(target)))('%s is marked where it is drawn', (target) => {
    expect(sources).toMatch(new RegExp(`data-stage="${target}"|'data-stage': '${target}'`));
  });

  it('settings of an agent are marked by their group', () => {
    expect(sources).toContain('data-stage={group}');
  });

  it.each(Object.keys(TARGET_KINDS))('%s: is marked where it is drawn', (kind) => {
    expect(sources).toMatch(new RegExp(`data-stage['"]?[=:] ?\\{?\`${kind}:`));
  });

  it('are found by their name, whatever stands in it', () => {
    expect(selectorOf(['train', 'edge:a>b'])).toBe('[data-stage="train"], [data-stage="edge:a>b"]');
    expect(placeOfTarget('setting:learningRate')).toBe('training');
    expect(placeOfTarget('train')).toBeNull();
  });
});
