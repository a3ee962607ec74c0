/** What runs are called in a list. */
import type { RunSet } from '../../../state/runs/types.ts';
import { DATES, languageSpoken, shownRunText, text } from '../../../../words/words.ts';

const moment = new Intl.DateTimeFormat(DATES[languageSpoken()], { dateStyle: 'medium', timeStyle: 'short' });
const when = (milliseconds: number): string => moment.format(new Date(milliseconds));

/**
 * Names by id: the recorded run by its project, those of earlier visits by when they began, live ones numbered as they began.
 * What a person or a sweep called a run (`given`) takes the place of its project.
 */
export function runNames(
  order: readonly string[],
  runs: Readonly<Record<string, RunSet>>,
  given: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let number = 0;
  for (const id of order) {
    const run = runs[id];
    if (!run) continue;
    if (run.origin === 'live') number += 1;
    const project = given.get(id) ?? run.document.name;
    if (run.origin === 'recorded') names.set(id, shownRunText.runs.recordedName(project));
    else if (run.origin === 'kept') names.set(id, run.began === undefined ? project : text.kept.name(project, when(run.began)));
    else names.set(id, shownRunText.runs.name(project, number));
  }
  return names;
}
