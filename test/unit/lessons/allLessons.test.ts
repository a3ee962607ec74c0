/** Every lesson as it ships: its course can be taken, its words agree with it in every language, and every link leads somewhere. */
import { existsSync, readFileSync } from 'node:fs';
import { recordedEpisodes } from '../../../headless/kit/run/recorded.ts';
import { describe, expect, it } from 'vitest';
import { parsePlaceLink } from '../../../src/page/kit/lessons/placeLinks.ts';
import { placeOfTarget } from '../../../src/page/features/lessons/pointing/targets.ts';
import { termsText } from '../../../src/words/words.ts';
import { spokeAfter } from '../../../src/core/counterfactual/branches.ts';
import { disagreements, linksIn } from '../../../src/core/lessons/agree.ts';
import { courseProblems } from '../../../src/core/lessons/checkCourse.ts';
import type { Evidence } from '../../../src/core/lessons/evidence.ts';
import { evidenceNumber, parseEvidenceLink } from '../../../src/core/lessons/evidenceNumbers.ts';
import { lessonNamed } from '../../../src/core/lessons/ids.ts';
import { LANGUAGES, LESSONS, type Course, type EvidenceUse, type LessonId } from '../../../src/core/lessons/lesson.ts';
import { PRESETS } from '../../../src/core/document/presets/presets.ts';
import { isThere, loadCourse, loadWords } from '../../../src/lessons/index.ts';
import { lessonsThere } from '../../../src/lessons/node.ts';
import { nearestReadable } from '../../../src/page/state/runs/keep.ts';
import { CHANNELS } from '../../../src/page/state/address/channels.ts';
import { presetProject } from '../../../src/page/state/document/defaultProject.ts';

const pub = (path: string): URL => new URL(`../../../public/${path}`, import.meta.url);

/** Fewest seeds behind a claim. */
const SEEDS = 5;

const evidence = new Map<string, Evidence | null>();
function evidenceOf(id: string): Evidence | null {
  const file = pub(`evidence/${id}.json`);
  const known = evidence.get(id) ?? (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Evidence) : null);
  evidence.set(id, known);
  return known;
}

/** What is wrong with a figure, as sentences. */
function figureProblems({ id, series = 'reward', variants }: EvidenceUse): string[] {
  const found = evidenceOf(id);
  if (!found) return [`there is no recorded result “${id}”.`];
  const known = found.variants.map((variant) => variant.id);
  const missing = (variants ?? []).filter((variant) => !known.includes(variant)).map((variant) => `“${id}” has no variant “${variant}”.`);
  const drawn = found.variants.filter((variant) => variants?.includes(variant.id) ?? true);
  const without = drawn.filter(({ seeds }) => !seeds.every((seed) => series === 'reward' || series in seed.series));
  const few = drawn.filter(({ seeds }) => seeds.length < SEEDS);
  return [
    ...missing,
    ...without.map((variant) => `“${id}/${variant.id}” has no series “${series}”.`),
    ...few.map((variant) => `“${id}/${variant.id}” has ${variant.seeds.length} seeds.`),
  ];
}

function numberProblem(target: string): string | null {
  const link = parseEvidenceLink(target);
  const found = link && evidenceOf(link.id);
  if (!link || !found) return `there is no recorded result “${target}”.`;
  const number = evidenceNumber(found, link);
  if (!number) return `the recorded result has no “${target}”.`;
  return number.values.length < SEEDS ? `“${target}” is of ${number.values.length} seeds.` : null;
}

/** Views in which the team of the episode speaks again. */
const PLAYED_ON: readonly string[] = ['replay', 'shares', 'values'];

/** Recorded runs: what a step reads of one is there. */
function recordedProblems(course: Course): string[] {
  const folder = course.recorded ? `recorded/${course.recorded}` : PRESETS[course.project.preset].recorded;
  const index = pub(`${folder}/index.json`);
  const uses = course.steps.some((step) => step.at?.run === 'recorded' || (step.kind === 'do' && step.recorded === 'run'));
  if (!existsSync(index)) return uses ? [`there is no recorded run in public/${folder}.`] : [];
  const { rollouts, adapters } = JSON.parse(readFileSync(index, 'utf8')) as Readonly<Record<'rollouts' | 'adapters', readonly number[]>>;
  let run: string | undefined = 'recorded';
  return course.steps.flatMap(({ id, at = {} }) => {
    run = at.run ?? run;
    if (at.iteration === undefined) return [];
    if (run === 'recorded' && !rollouts.includes(at.iteration))
      return [`step “${id}”: iteration ${at.iteration} is not in the recorded run (${rollouts.join(', ')}).`];
    // Another team would say something else than the one whose episode is on screen.
    const spoke = spokeAfter(at.iteration, 0);
    if (run === 'recorded' && PLAYED_ON.includes(at.view ?? '') && spoke > 0 && !adapters.includes(spoke))
      return [`step “${id}”: the team that played iteration ${at.iteration} is not in the recorded run (${adapters.join(', ')}).`];
    // Who has no run of their own is shown the recorded one, where it is nearest.
    const iteration = nearestReadable({ episodes: {}, stored: rollouts }, at.iteration);
    const record = recordedEpisodes(folder.slice('recorded/'.length), iteration!).find(({ episode }) => episode === at.episode);
    if (at.episode !== undefined && !record) return [`step “${id}”: iteration ${iteration} has no episode ${at.episode}.`];
    const tokens = at.message === undefined ? undefined : record?.messages[at.message]?.response_ids.length;
    const has = at.message === undefined || (tokens !== undefined && (at.token ?? 0) < tokens);
    return has ? [] : [`step “${id}”: the episode has no token ${at.token ?? 0} in a message ${at.message}.`];
  });
}

it('both ways of reading the lessons find the same', () => {
  expect(LESSONS.filter(isThere)).toEqual(lessonsThere());
});

describe.each(lessonsThere())('the lesson “%s”', (lesson: LessonId) => {
  it('can be taken', async () => {
    const course = await loadCourse(lesson);
    expect(course.id).toBe(lesson);
    const fresh = await presetProject(course.project.preset);
    expect(courseProblems(course, course.project.prepare?.(fresh) ?? fresh)).toEqual([]);
    const channels = course.steps.flatMap(({ at }) => at?.channel ?? []);
    expect(channels.filter((channel) => !CHANNELS.some((known) => known === channel))).toEqual([]);
    for (const target of course.steps.flatMap(({ targets }) => targets ?? [])) expect(placeOfTarget(target), target).not.toBeUndefined();
  });

  it('begins with a question from an earlier lesson, and asks what one expects of something to do', async () => {
    const { steps } = await loadCourse(lesson);
    const recalls = steps[0]?.kind === 'check' && steps[0].id === 'recall';
    expect(recalls, 'all but the first').toBe(lesson !== LESSONS[0]);
    expect(steps.filter((step) => step.kind === 'do' && step.expects).length).toBeGreaterThan(0);
    expect(steps.filter(({ kind }) => kind === 'predict').length).toBeGreaterThan(0);
  });

  it('shows recorded runs that are there', async () => {
    expect(recordedProblems(await loadCourse(lesson))).toEqual([]);
  });

  it('shows figures of recorded results with enough seeds', async () => {
    const { steps } = await loadCourse(lesson);
    expect(steps.flatMap(({ evidence: use }) => (use ? figureProblems(use) : []))).toEqual([]);
  });

  it.each(LANGUAGES)('says in “%s” what its course does, and its links lead somewhere', async (language) => {
    const [course, words] = await Promise.all([loadCourse(lesson), loadWords(lesson, language)]);
    expect(disagreements(course, words)).toEqual([]);
    const nowhere = linksIn(words).flatMap(({ step, scheme, target }) => {
      const where = `step “${step ?? 'summary'}”:`;
      switch (scheme) {
        case 'term':
          return Object.hasOwn(termsText.entries, target) ? [] : [`${where} there is no word “${target}”.`];
        case 'place':
          return parsePlaceLink(target) ? [] : [`${where} there is no place “${target}”.`];
        case 'step':
          return course.steps.some(({ id }) => id === target) ? [] : [`${where} there is no step “${target}”.`];
        case 'lesson':
          return lessonNamed(target) ? [] : [`${where} there is no lesson “${target}”.`];
        case 'evidence':
          return numberProblem(target) ?? [];
      }
    });
    expect(nowhere).toEqual([]);
  });
});
