/** One chart with its title, unit, one-sentence help, key, and the switch between picture and table. */
import { ActionIcon } from '@mantine/core';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';
import { decisionLevel, needsCritic } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { chartModel, extentOf, type ChartId, type ChartModel } from '../../stores/runs/chartModels.ts';
import type { RunSet } from '../../stores/runs/types.ts';
import { inspectText } from '../text/en.inspect.ts';
import { ChartPicture } from './ChartPicture.tsx';
import { ChartTable } from './ChartTable.tsx';
import { ChartTip } from './ChartTip.tsx';
import styles from './charts.module.css';
import { formatNumber } from './format.ts';
import { HelpButton } from './HelpButton.tsx';
import { isHollow, keyName, lineColor, lineName, type Scheme } from './lineStyle.ts';
import { useOnScreen } from './useOnScreen.ts';

const text = inspectText.charts;

/** Charts that stay empty where nothing reads values. */
const OF_THE_CRITIC: readonly ChartId[] = ['explainedVariance', 'valueLoss'];

/** What is counted per decision is counted per message where a message is one. */
function unitOf(id: ChartId, { training }: ProjectDocument): string {
  const perMessage = decisionLevel(training) === 'message' ? text.unitsPerMessage[id] : undefined;
  return perMessage ?? text.terms[id].unit;
}

interface Props {
  readonly run: RunSet;
  readonly id: ChartId;
  readonly smoothing: number;
  readonly scheme: Scheme;
  readonly onRead: (iteration: number) => void;
  readonly wide?: boolean;
}

export function ChartPanel({ run, id, smoothing, scheme, onRead, wide }: Props) {
  const { document, metrics, timing } = run;
  const model = useMemo(() => chartModel({ document, metrics, timing }, id, { smoothing }), [document, metrics, timing, id, smoothing]);
  const [asTable, setAsTable] = useState(false);
  const [onScreenRef, onScreen] = useOnScreen<HTMLElement>();
  const { title } = text.terms[id];
  const unit = unitOf(id, document);
  const tabled = asTable && model.lines.length > 0;
  const summary = summaryOf(model, title);
  const none = OF_THE_CRITIC.includes(id) && !needsCritic(document.training) ? text.noCritic : text.noneYet;
  return (
    <figure ref={onScreenRef} className={styles.panel} data-wide={wide} data-chart={id} aria-label={summary}>
      <Caption id={id} asTable={asTable} onTable={setAsTable} />
      <ChartTip model={model} scheme={scheme} unit={[unit, model.bucket > 1 && text.thinned(model.bucket)].filter(Boolean).join(' · ')} />
      {tabled && <ChartTable model={model} title={title} />}
      {!tabled && onScreen && <ChartPicture model={model} scheme={scheme} summary={summary} none={none} onRead={onRead} />}
      {!tabled && !onScreen && <div className={styles.plot} />}
      {model.lines.some((line) => line.agent === undefined) && model.lines.length > 1 && <Key model={model} scheme={scheme} />}
    </figure>
  );
}

interface CaptionProps {
  readonly id: ChartId;
  readonly asTable: boolean;
  readonly onTable: (asTable: boolean) => void;
}

/** The chart's title and buttons, which a new point does not change. */
const Caption = memo(function Caption({ id, asTable, onTable }: CaptionProps) {
  const { title, what, healthy } = text.terms[id];
  return (
    <figcaption className={styles.caption}>
      <span className={styles.title}>{title}</span>
      <HelpButton title={title} what={what} healthy={healthy} />
      <ActionIcon
        size="sm"
        color="gray"
        aria-pressed={asTable}
        aria-label={asTable ? text.asPicture(title) : text.asTable(title)}
        onClick={() => onTable(!asTable)}
      >
        {asTable ? <IconChartLine size={15} /> : <IconTable size={15} />}
      </ActionIcon>
    </figcaption>
  );
});

/** What each line that belongs to no agent stands for; agents are named once above all charts. */
function Key({ model, scheme }: { readonly model: ChartModel; readonly scheme: Scheme }) {
  return (
    <div className={styles.key}>
      {model.lines.map((line) => {
        const name = keyName(line);
        return (
          name !== null &&
          line.mark !== 'table' && (
            <span key={line.metric} className={styles.keyEntry}>
              <span
                className={styles.swatch}
                data-mark={line.mark}
                data-hollow={isHollow(line)}
                style={{ color: lineColor(line, scheme) }}
              />
              {name}
            </span>
          )
        );
      })}
      {model.broken.length > 0 && (
        <span className={styles.keyEntry}>
          <span className={styles.brokenSwatch} aria-hidden>
            ○
          </span>
          {text.brokenKey}
        </span>
      )}
      {model.marks.length > 0 && (
        <span className={styles.keyEntry}>
          <span className={styles.guardSwatch} aria-hidden>
            ▲
          </span>
          {text.guardKey}
        </span>
      )}
    </div>
  );
}

function summaryOf(model: ChartModel, title: string): string {
  const parts = model.lines.flatMap((line) => {
    const extent = extentOf(model, line.metric);
    return extent ? [text.extent(lineName(line), formatNumber(extent.first), formatNumber(extent.last))] : [];
  });
  if (model.broken.length > 0) parts.push(text.brokenIn(model.broken.length));
  if (model.marks.length > 0) parts.push(text.guardsActed(model.marks.length));
  return text.summary(title, parts);
}
