/** What the head of the page says of the run, and the project it shows: of a run that was trained elsewhere what its files told. */
import { baseNames } from '../../core/document/bases.ts';
import type { EmbeddedHead } from '../../core/formats/exports/html/embedded.ts';
import { importSourceOf } from '../../core/formats/imports/run/source.ts';
import { toldOf } from '../../core/formats/imports/run/told.ts';
import { COMMA, importText, runPageText as words } from '../../words/words.ts';

export function factsOf({ document: project, info, metrics }: Pick<EmbeddedHead, 'document' | 'info' | 'metrics'>): string {
  const imported = importSourceOf(info);
  const text = (key: string): string => (typeof info[key] === 'string' ? info[key] : '');
  const done = metrics.reduce((most, row) => Math.max(most, row['iteration'] ?? 0), 0);
  if (imported) return words.elsewhere(done, importText.sources[imported]);
  return [
    words.iterations(done),
    words.seed(project.training.seed),
    words.bases(baseNames(project).join(COMMA)),
    text('backend') && words.backend(text('backend'), text('device')),
    text('build') && words.made([text('build'), text('commit') && `(${text('commit')})`].filter(Boolean).join(' ')),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** As JSON; `whole`: the project itself, not only its team. */
export function projectTextOf({ document: project, info }: Pick<EmbeddedHead, 'document' | 'info'>): {
  readonly json: string;
  readonly whole: boolean;
} {
  const whole = importSourceOf(info) === null;
  return { json: `${JSON.stringify(whole ? project : toldOf(project), null, 2)}\n`, whole };
}
