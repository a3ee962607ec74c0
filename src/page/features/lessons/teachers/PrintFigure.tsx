/** A recorded result on paper: the curves with every seed as a drawing, and before and after of each variant and seed as a table. */
import { useMemo } from 'react';
import type { EvidenceUse } from '../../../../core/lessons/lesson.ts';
import type { Evidence } from '../../../../core/lessons/evidence.ts';
import { evidenceNumber, evidenceText, variantNumber } from '../../../../core/lessons/evidenceNumbers.ts';
import { manyRunsModel } from '../../../state/charts/manyRuns.ts';
import { useEvidence } from '../../../state/lessons/evidence.ts';
import { colorResolver } from '../../../kit/charts/export/paint.ts';
import { pictureOfManyRuns } from '../../../kit/charts/export/picture.ts';
import { svgOf, type Paint, type SvgFile } from '../../../kit/charts/export/svg.ts';
import { groupLook } from '../../../kit/charts/manyRuns/ManyRunsChart.tsx';
import { metricTitle } from '../../../kit/charts/metricTitle.ts';
import { evidenceGroups, metricOf } from '../../../kit/lessons/evidenceGroups.ts';
import { COMMA, END, GAP, STOP, teachersText } from '../../../../words/words.ts';
import styles from './print.module.css';

const words = teachersText.print;

/** Size of the area with axes and curves, pixels. */
const SIZE = { width: 560, height: 190 };
/** Weight of the moving average over each run's iterations, as the charts begin with. */
const SMOOTHING = 0.6;
/** Ink on paper, whatever the page looks like. */
const PAPER: Paint = {
  font: 'system-ui, sans-serif',
  surface: '#ffffff',
  ink: '#111111',
  dimmed: '#555555',
  line: '#dddddd',
  lineStrong: '#999999',
  alarm: '#b00020',
};

export function PrintFigure({ use }: { readonly use: EvidenceUse }) {
  const file = useEvidence(use.id);
  if (file.status !== 'ready') return <p className={styles.quiet}>{file.status === 'loading' ? '' : words.figureMissing}</p>;
  return <Figure use={use} evidence={file.evidence} />;
}

function Figure({ use, evidence }: { readonly use: EvidenceUse; readonly evidence: Evidence }) {
  const svg = useMemo(() => draw(use, evidence), [use, evidence]);
  const variants = evidence.variants.filter(({ id }) => use.variants?.includes(id) ?? true);
  // What the others are compared with, where there are others.
  const first = variants.length > 1 ? variants[0] : undefined;
  const seeds = [...new Set(variants.flatMap((variant) => variant.seeds.map(({ seed }) => seed)))];
  const title = words.figure(evidence.title);
  return (
    <figure className={styles.figure}>
      <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.text)}`} width={svg.width} height={svg.height} alt={title} />
      <table>
        <thead>
          <tr>
            <th scope="col">{words.variant}</th>
            <th scope="col">{words.before}</th>
            <th scope="col">{words.afterTraining}</th>
            {first && <th scope="col">{words.less(first.name)}</th>}
            {seeds.map((seed) => (
              <th key={seed} scope="col">
                {words.seed(seed)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {variants.map((variant) => {
            const [before, after] = [variantNumber(variant, 'before.sampled'), variantNumber(variant, 'after.sampled')];
            const less =
              first && variant !== first ? evidenceNumber(evidence, { variant: variant.id, what: `after.sampled.less.${first.id}` }) : null;
            return (
              <tr key={variant.id}>
                <th scope="row">{variant.name}</th>
                <td>{before && evidenceText(before)}</td>
                <td>{after && evidenceText(after)}</td>
                {first && <td>{less && evidenceText(less)}</td>}
                {seeds.map((seed) => {
                  const value = variant.seeds.find((one) => one.seed === seed)?.after.sampled;
                  return <td key={seed}>{value === undefined || !after ? '' : evidenceText({ ...after, mean: value, half: null })}</td>;
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      <figcaption>
        {title}
        {STOP}
        {words.how(evidence.preset, evidence.iterations, evidence.episodes, seeds.join(COMMA), evidence.backend)}
        {GAP}
        {words.sampled}
        {END}
      </figcaption>
    </figure>
  );
}

function draw(use: EvidenceUse, evidence: Evidence): SvgFile {
  const metric = metricOf(use.series);
  const groups = evidenceGroups(evidence, metric, use.variants);
  const { title, unit } = metricTitle(metric);
  const picture = pictureOfManyRuns(
    manyRunsModel(groups, metric, { smoothing: SMOOTHING }),
    groups.map((group, index) => groupLook(group, index, 'light')),
    { title, unit, note: '', size: SIZE, resolve: colorResolver() },
  );
  return svgOf(picture, PAPER);
}
