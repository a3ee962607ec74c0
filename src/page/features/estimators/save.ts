/** Saves what the view shows: the tables and the curve as pictures, their numbers as CSV. */
import type { AskedTruth, FrozenBatch } from '../../../core/credit/estimators.ts';
import type { Discounts } from '../../../core/credit/advantages/decisions.ts';
import { importInfoOf } from '../../../core/formats/imports/run/info.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { agreementCsv, creditCsv, curveCsv } from './csv.ts';
import type { EstimatorsModel } from './model.ts';
import type { RunSet } from '../../state/runs/types.ts';
import type { SaveAs } from '../../kit/charts/ChartMenu.tsx';
import { saved, saveSvg } from '../../kit/charts/export/saveSvg.ts';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import { agentName } from '../../kit/figures/lineStyle.ts';
import { fileNameOf, saveFile } from '../../kit/files/saveFile.ts';
import { estimatorsText as text } from '../../../words/words.ts';
import type { Scheme } from '../../kit/theme/agentColors.ts';
import { knownRows } from './AgreementTable.tsx';
import { type CurveLine, fidelityAxis, LAMBDA_AXIS, lineLookOf } from './FidelityCurve.tsx';
import { shade } from '../../kit/figures/shade.ts';

const CSV = 'text/csv;charset=utf-8';
/** Size of the area with axes and curves in a file, pixels. */
const PICTURE = { width: 720, height: 320 };

export interface Shown {
  readonly run: RunSet;
  readonly iteration: number;
  readonly episode: EpisodeRecord;
  readonly batch: FrozenBatch;
  readonly discounts: Discounts;
  readonly asked: AskedTruth;
  readonly model: EstimatorsModel;
  readonly scheme: Scheme;
}

const nameOf = ({ run, iteration }: Shown, what: string, format: SaveAs): string =>
  fileNameOf(`${run.document.name} ${iteration} ${what}`, format);
/** Whose γ and λ a saved figure was made with: those of an imported run's trainer are unknown. */
export function noteOf({ run, iteration, discounts }: Pick<Shown, 'run' | 'iteration' | 'discounts'>, withTraces = true): string {
  const { gamma, lambda, gammaToken, lambdaToken } = discounts;
  const both = (one: number, trace: number): string => (withTraces ? `γ ${one}, λ ${trace}` : `γ ${one}`);
  const said = text.discounts(both(gamma, lambda), both(gammaToken, lambdaToken));
  return text.note(run.document.name, iteration, importInfoOf(run.info) !== null, said);
}

export function saveTable(shown: Shown, format: SaveAs): Promise<void> {
  const { run, episode, batch, discounts, asked, model, scheme } = shown;
  return saved(async () => {
    const file = nameOf(shown, text.files.table, format);
    if (format === 'csv') {
      saveFile(file, creditCsv(batch, discounts, asked), CSV);
      return;
    }
    const { gridSvg } = await import('../../kit/charts/export/gridSvg.ts');
    const known = model.rows.filter(({ cells }) => cells !== null);
    await saveSvg(file, format, (resolve, paint) =>
      gridSvg(
        {
          title: text.table.title,
          unit: `${episode.episode} · ${episode.problem.replaceAll(/\s+/g, ' ').slice(0, 80)}`,
          note: noteOf(shown),
          columns: [
            ...episode.messages.map(({ role }, index) => text.table.message(index, agentName(run.document, role))),
            text.table.fidelity,
            text.table.variance,
          ],
          rows: known.map(({ id, cells, range, fidelity, variance }) => ({
            name: text.estimators[id].name,
            cells: [
              ...(cells ?? []).map((value) => colored(formatSigned(value), shade(value, range, scheme), resolve)),
              { text: id === 'tree' ? '' : formatNumber(fidelity) },
              { text: formatNumber(variance) },
            ],
          })),
        },
        paint,
      ),
    );
  });
}

export function saveMatrix(shown: Shown, format: SaveAs): Promise<void> {
  const { model, scheme } = shown;
  return saved(async () => {
    const file = nameOf(shown, text.files.matrix, format);
    if (format === 'csv') {
      saveFile(file, agreementCsv(model), CSV);
      return;
    }
    const { gridSvg } = await import('../../kit/charts/export/gridSvg.ts');
    const known = knownRows(model);
    await saveSvg(file, format, (resolve, paint) =>
      gridSvg(
        {
          title: text.matrix.title,
          unit: text.matrix.unit,
          note: noteOf(shown),
          columns: known.map(({ id }) => text.estimators[id].name),
          rows: known.map(({ id, index }) => ({
            name: text.estimators[id].name,
            cells: known.map((other) => {
              const value = model.agreements[index]?.[other.index] ?? null;
              return colored(formatNumber(value), shade(value, 1, scheme), resolve);
            }),
          })),
        },
        paint,
      ),
    );
  });
}

export function saveCurve(shown: Shown, lines: readonly CurveLine[], format: SaveAs): Promise<void> {
  return saved(async () => {
    const file = nameOf(shown, text.files.curve, format);
    if (format === 'csv') {
      saveFile(file, curveCsv(lines), CSV);
      return;
    }
    const { svgOf } = await import('../../kit/charts/export/svg.ts');
    await saveSvg(file, format, (resolve, paint) => {
      const drawn = lines.map(({ id, points }, index) => ({
        name: text.estimators[id].name,
        ...lineLookOf(index, shown.scheme),
        color: resolve(lineLookOf(index, shown.scheme).color),
        values: points.map(({ fidelity }) => fidelity),
      }));
      const line = { mark: 'joined', hollow: false, width: 1.75, opacity: 1 } as const;
      return svgOf(
        {
          title: text.curve.title,
          unit: text.curve.unit,
          note: noteOf(shown, false),
          across: text.curve.lambda,
          size: PICTURE,
          axes: { x: LAMBDA_AXIS, y: fidelityAxis(lines) },
          x: lines[0]?.points.map(({ lambda }) => lambda) ?? [],
          areas: [],
          lines: drawn.map((own) => ({ ...line, ...own })),
          references: [],
          guards: [],
          rings: [],
          arrows: [],
          key: drawn.map(({ values: _values, ...own }) => ({ ...own, mark: 'joined', hollow: false })),
        },
        paint,
      );
    });
  });
}

function colored(text: string, color: string | undefined, resolve: (color: string) => string) {
  return color === undefined ? { text } : { text, fill: resolve(color) };
}
