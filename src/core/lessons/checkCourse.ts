/** Whether a course can be taken: everything in it that leads nowhere, as sentences for whoever writes it. */
import type { ProjectDocument } from '../document/schema.ts';
import { documentSchema } from '../document/schema.ts';
import { teacherViewSchema, lockFault, type TeacherView } from '../share/teach.ts';
import { faultFrom } from '../faults.ts';
import { valueAt } from '../sweep/address.ts';
import { beforeOf } from './before.ts';
import type { Goal, StageFacts } from './goals.ts';
import { LESSON_STEP_ID } from './ids.ts';
import type { Course, LessonStep, Target } from './lesson.ts';
import { isReached } from './reached.ts';

/** What is wrong with it; nothing where all is well. `project`: a fresh one, as the lesson opens it. */
export function courseProblems(course: Course, project: ProjectDocument): readonly string[] {
  const said: string[] = [];
  const { data: view, error } = teacherViewSchema.safeParse(course.trimmed);
  if (!view) said.push(`${course.id}: the trimmed view cannot be used: ${error.message}`);
  if (course.recorded !== undefined && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(course.recorded))
    said.push(`${course.id}: “${course.recorded}” is no folder below public/recorded.`);
  if (course.steps.length === 0) said.push(`${course.id}: there are no steps.`);
  const ids = course.steps.map(({ id }) => id);
  /** The project as the steps so far leave it, where the learner has each “Do it for me”. */
  let now = project;
  for (const [index, step] of course.steps.entries()) {
    const tell = (sentence: string): void => void said.push(`${course.id}, step “${step.id}”: ${sentence}`);
    if (!LESSON_STEP_ID.test(step.id)) tell('ids are of lower case letters, digits and hyphens.');
    if (ids.indexOf(step.id) < index) tell('another step has this id.');
    askedProblems(step).forEach(tell);
    if (step.prepare) now = changed('what it prepares', step.prepare, now, view, tell);
    // Where it may have been drawn or deleted: only what never is there is wrong.
    placeProblems(step, project, now).forEach(tell);
    if (view && step.at?.place && !view.places.includes(step.at.place))
      tell(`the trimmed view does not show the place “${step.at.place}”.`);
    if (step.kind !== 'do') continue;
    goalProblems(step.goal, now).forEach(tell);
    if (isDone(step.goal, now)) tell('its goal is reached before anything is done.');
    if (step.recorded === 'evidence' && !step.evidence) tell('there is no figure to be shown as recorded.');
    if (step.assist) {
      const after = changed('“Do it for me”', step.assist, now, view, tell);
      if (!mayBeReached(step.goal, after, now)) tell('“Do it for me” does not reach the goal.');
      now = after;
    }
  }
  return said;
}

function askedProblems(step: LessonStep): string[] {
  if (step.kind !== 'predict' && step.kind !== 'check') return [];
  const asked = 'options' in step ? step.options : step.numbers.map(({ id }) => id);
  const said = asked.filter((id, index) => asked.indexOf(id) < index).map((id) => `“${id}” is asked twice.`);
  if (step.kind === 'predict' && !step.options.includes(step.outcome)) said.push(`no option is the outcome “${step.outcome}”.`);
  if (step.kind === 'check' && 'options' in step && !step.options.includes(step.right))
    said.push(`no option is the right one, “${step.right}”.`);
  if ('numbers' in step) {
    if (step.numbers.length === 0) said.push('no number is asked.');
    for (const { id, value, within } of step.numbers)
      if (!Number.isFinite(value) || !(within >= 0)) said.push(`the number “${id}” cannot be answered.`);
  }
  return said;
}

/** The project after a change; tells what is wrong with it, also under the trimmed view. */
function changed(
  what: string,
  change: (document: ProjectDocument) => ProjectDocument,
  before: ProjectDocument,
  view: TeacherView | undefined,
  tell: (sentence: string) => void,
): ProjectDocument {
  try {
    const after = change(before);
    const { error } = documentSchema.safeParse(after);
    if (error) tell(`${what} makes a project that is none: ${error.message}`);
    const locked = view && lockFault(view, before, after);
    if (locked) tell(`${what} is locked in the trimmed view: ${locked.place?.subject ?? locked.message}.`);
    return after;
  } catch (error) {
    tell(`${what} fails: ${faultFrom(error).message}`);
    return before;
  }
}

const rolesOf = ({ team }: ProjectDocument): string[] => team.agents.map(({ role }) => role);

function placeProblems(step: LessonStep, ...documents: readonly ProjectDocument[]): string[] {
  const roles = new Set(documents.flatMap(rolesOf));
  const said: string[] = [];
  const { role } = step.at ?? {};
  if (role !== undefined && !roles.has(role)) said.push(`there is no agent “${role}”.`);
  for (const target of step.targets ?? [])
    said.push(
      ...rolesIn(target)
        .filter((each) => !roles.has(each))
        .map((each) => `it points at an agent “${each}”, which is not there.`),
    );
  return said;
}

function rolesIn(target: Target): readonly string[] {
  const [kind, name = ''] = target.split(':');
  return kind === 'agent' ? [name] : kind === 'edge' ? name.split('>') : [];
}

function goalProblems(goal: Goal, document: ProjectDocument): string[] {
  switch (goal.is) {
    case 'all':
    case 'any':
      return goal.of.length === 0 ? ['its goal is made of nothing.'] : goal.of.flatMap((part) => goalProblems(part, document));
    case 'agent':
    case 'prompt':
    case 'token':
      return goal.role === undefined || rolesOf(document).includes(goal.role)
        ? []
        : [`its goal names an agent “${goal.role}”, which is not there.`];
    case 'changed':
      return goal.paths.filter((path) => valueAt(document, path) === undefined).map((path) => `the project has nothing at “${path}”.`);
    case 'setting':
    case 'read-run':
      return valueAt(document, goal.path) === undefined ? [`the project has no setting “${goal.path}”.`] : [];
    case 'trained':
      return goal.iterations > document.training.iterations
        ? [`a run has ${document.training.iterations} iterations, the goal wants ${goal.iterations}.`]
        : [];
    default:
      return [];
  }
}

/** Facts of a page where nothing was done but to the project. */
const factsOf = (goal: Goal, document: ProjectDocument, before: ProjectDocument): StageFacts => ({
  document,
  before: beforeOf(goal, before),
  cursor: { place: '', tab: '', view: '', channel: '', role: null, iteration: null, episode: null, message: null, token: null },
  episode: null,
  read: null,
  run: null,
  happened: new Set(),
});

const isDone = (goal: Goal, document: ProjectDocument): boolean => isReached(goal, factsOf(goal, document, document));

/** Whether what the project has to do with the goal is reached; what else it wants may still be done. */
function mayBeReached(goal: Goal, document: ProjectDocument, before: ProjectDocument): boolean {
  switch (goal.is) {
    case 'all':
      return goal.of.every((part) => mayBeReached(part, document, before));
    case 'any':
      return goal.of.some((part) => mayBeReached(part, document, before));
    case 'edge':
    case 'setting':
    case 'prompt':
    case 'changed':
      return isReached(goal, factsOf(goal, document, before));
    default:
      return true;
  }
}
