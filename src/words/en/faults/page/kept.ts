/** What this browser keeps and this build does not take: a newer workbench's, or damaged. */

/** What is kept under a name that a person knows. */
export type KeptThing =
  | 'lessons'
  | 'test'
  | 'challenges'
  | 'pins'
  | 'demonstrations'
  | 'queue'
  | 'consent'
  | 'projects'
  | 'branches'
  | 'bases';

const NAMES: Readonly<Record<KeptThing, string>> = {
  lessons: 'your progress in the lessons',
  test: 'your answers to the final test',
  challenges: 'your progress in the challenges',
  pins: 'your pinned episodes',
  demonstrations: 'your demonstrations',
  queue: 'your queue of runs',
  consent: 'which code you agreed to run',
  projects: 'your projects',
  branches: 'what you tried with recorded runs',
  bases: 'your base models',
};

export const keptFaults = {
  /** `version` is null where the browser does not say it. */
  E_KEPT_FUTURE: ({ what, version, reads }: { readonly what: KeptThing; readonly version: number | null; readonly reads: number }) => ({
    message: `A newer version of the workbench wrote ${NAMES[what]} in this browser${
      version === null ? '' : ` (format ${version}; this version reads up to ${reads})`
    }, so this one does not open it.`,
    hint: 'Nothing of it was changed. Close other tabs of this page and reload it to get the newer version; until then, what you change here of it is gone when this tab closes.',
  }),
  /** `key` is where its text is. */
  E_KEPT_DAMAGED: ({ what, key }: { readonly what: KeptThing; readonly key: string }) => ({
    message: `This browser kept ${NAMES[what]}, but it is damaged and cannot be read, so you begin anew.`,
    hint: `Its text is unchanged in this browser’s storage, as “${key}”.`,
  }),
};
