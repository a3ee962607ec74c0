/** What differs between a run's project as it is now and the one a checkpoint was trained with. */
import { inForce } from '../../document/check/check.ts';
import { diffDocuments } from '../../editing/diff.ts';
import { parseDocument } from '../../document/parse.ts';
import type { ProjectDocument } from '../../document/schema.ts';
import type { Files } from '../files.ts';
import { trainedWith } from './rundir.ts';

/** A clause for each difference; `own` are the files of the checkpoint's folder. More iterations are none. */
export function projectChanges(document: ProjectDocument, own: Files): string[] {
  const { project, seed } = trainedWith(own);
  const said = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value));
  // Earlier versions kept the seed alone.
  if (project === undefined)
    return seed === undefined || seed === document.training.seed ? [] : [`training.seed is ${document.training.seed}, it was ${seed}`];
  // A session trains with the settings in force and keeps those.
  return diffDocuments([inForce(parseDocument(project)), inForce(document)])
    .filter(({ path }) => path !== 'training.iterations')
    .map(({ path, kind, values: [was, is] }) =>
      kind === 'code'
        ? `${path} differs in ${said(is)} lines`
        : kind === 'text'
          ? `${path} differs`
          : `${path} is ${said(is)}, it was ${said(was)}`,
    );
}
