/** A teacher's view while it is put together: what may be changed as choices, and the view that follows. */
import type { BackendChoice } from '../../../../core/backend.ts';
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import {
  LESSON_CONTROLS,
  LESSON_PLACES,
  LOCKABLE,
  type LessonControl,
  type LessonPlace,
  type TeacherView,
} from '../../../../core/share/teach.ts';
import { settingsText, text } from '../../../../words/words.ts';
import { subjectOf } from '../../../state/settings/settingValues.ts';
import { SETTINGS } from '../../../state/settings/settingsTable.ts';

export interface LessonDraft {
  readonly title: string;
  readonly task: string;
  readonly places: readonly LessonPlace[];
  /** Parts of the page that are shown. */
  readonly shown: readonly LessonControl[];
  /** What students may change; null for everything. */
  readonly editable: readonly string[] | null;
  readonly fixedSeed: boolean;
  readonly backend: BackendChoice | null;
}

export const NEW_LESSON: LessonDraft = {
  title: '',
  task: '',
  places: LESSON_PLACES,
  shown: LESSON_CONTROLS,
  editable: null,
  fixedSeed: true,
  backend: null,
};

const SEED = 'training.seed';

/** The view as it goes into the link. */
export function viewOf({ title, task, places, shown, editable, fixedSeed, backend }: LessonDraft): TeacherView {
  return {
    title: title.trim(),
    task: task.trim(),
    places: LESSON_PLACES.filter((place) => places.includes(place)),
    hidden: LESSON_CONTROLS.filter((control) => !shown.includes(control)),
    locked: editable === null ? (fixedSeed ? [SEED] : []) : [...LOCKABLE],
    editable:
      editable === null
        ? []
        : [...editable, ...(fixedSeed || editable.includes(SEED) ? [] : [SEED])].filter((path) => !(fixedSeed && path === SEED)),
    backend,
  };
}

export interface LockChoices {
  readonly group: string;
  readonly items: readonly { readonly value: string; readonly label: string }[];
}

/** What can be left to students in this project, by path in the document. */
export function lockChoices({ team }: ProjectDocument): readonly LockChoices[] {
  const words = text.teach;
  const settings = SETTINGS.filter(({ id }) => !id.startsWith('compat.') && id !== 'seed').map(({ id }) => ({
    value: subjectOf(id),
    label: settingsText.fields[id].label,
  }));
  return [
    {
      group: words.groups.prompts,
      items: team.agents.map(({ role, label }) => ({ value: `team.agents.${role}.prompt`, label: words.prompt(label || role) })),
    },
    { group: words.groups.settings, items: settings },
    {
      group: words.groups.other,
      items: [
        { value: 'team', label: words.team },
        { value: 'environment', label: words.environment },
        { value: 'warmStart', label: words.warmStart },
      ],
    },
  ];
}
