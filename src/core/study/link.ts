/**
 * The link of a study: `?study=lazy-team.spring-2026.7` names a lesson, the study by its researcher's name for it, and the seed of its
 * assignment, 0 where it is left out. All who open the same link are of one study.
 */
import { lessonNamed } from '../lessons/ids.ts';
import type { LessonId } from '../lessons/lesson.ts';
import { fault, FaultError } from '../faults.ts';
import { studyFaults } from '../../words/words.ts';

export interface StudyLink {
  readonly lesson: LessonId;
  readonly name: string;
  /** Unsigned, 32 bits. */
  readonly seed: number;
}

const NAME = /^(?=.{1,40}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
const SEED = /^(?:0|[1-9]\d{0,9})$/;
const LARGEST_SEED = 0xffff_ffff;

/** Reads what stands behind `?study=`. Throws `E_STUDY_LINK` with the part that is wrong. */
export function parseStudyLink(text: string): StudyLink {
  const wrong = (found: 'parts' | 'lesson' | 'name' | 'seed', part: string): FaultError =>
    new FaultError(fault(studyFaults, 'E_STUDY_LINK', { found, part }));
  const parts = text.split('.');
  const [lessonPart = '', name = '', seedPart = '0'] = parts;
  if (parts.length < 2 || parts.length > 3) throw wrong('parts', text.slice(0, 80));
  const lesson = lessonNamed(lessonPart);
  if (!lesson) throw wrong('lesson', lessonPart.slice(0, 60));
  if (!NAME.test(name)) throw wrong('name', name.slice(0, 60));
  if (!SEED.test(seedPart) || Number(seedPart) > LARGEST_SEED) throw wrong('seed', seedPart.slice(0, 60));
  return { lesson, name, seed: Number(seedPart) };
}

/** A study as its link names it, with the seed; also part of names of files and of the browser's keys. */
export const studyLinkText = ({ lesson, name, seed }: StudyLink): string => `${lesson}.${name}.${seed}`;
