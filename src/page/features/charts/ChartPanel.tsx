/** One chart with its title, unit, one-sentence help, key, menu, and the switch between picture and table. */
import { ActionIcon } from '@mantine/core';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';
import { needsCritic } from '../../../core/document/derived.ts';
import { chartViewStore, hiddenMetrics, useChartView } from '../../state/charts/chartView.ts';
import { chartModel, extentOf, type ChartId, type ChartModel } from '../../state/charts/chartModels.ts';
import { serverOf } from '../../state/runs/interrupted.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { CHART_TERMS } from '../../kit/help/termLinks.ts';
import { chartsText, inspectText } from '../../../words/words.ts';
import { ChartKey } from './ChartKey.tsx';
import { ChartMenu } from '../../kit/charts/ChartMenu.tsx';
import { ChartPicture } from './ChartPicture.tsx';
import { ChartTable } from './ChartTable.tsx';
import { ChartTip } from './ChartTip.tsx';
import styles from '../../kit/charts/charts.module.css';
import { formatNumber } from '../../kit/figures/format.ts';
import { HelpButton } from '../../kit/help/HelpButton.tsx';
import { lineName, type Scheme } from '../../kit/figures/lineStyle.ts';
import { unitOf } from '../../kit/charts/metricTitle.ts';
import { saveChart } from '../../kit/charts/saveCharts.ts';
import { useOnScreen } from '../../kit/charts/useOnScreen.ts';

const text = inspectText.charts;

/** Charts that stay empty where nothing reads values. */
const OF_THE_CRITIC: readonly ChartId[] = ['explainedVariance', 'valueLoss'];

/** Charts of what only whole distributions tell, which a server keeps to itself. */
const OF_DISTRIBUTIONS: readonly ChartId[] = ['entropy'];

interface Props {
  readonly run: RunSet;
  readonly id: ChartId;
  readonly scheme: Scheme;
  readonly onRead: (iteration: number) => void;
  readonly wide?: boolean;
}

export function ChartPanel({ run, id, scheme, onRead, wide }: Props) {
  const { document, metrics, timing } = run;
  const smoothing = useChartView((view) => view.smoothing);
  const range = useChartView((view) => view.range);
  const hiddenAgents = useChartView((view) => view.hiddenAgents);
  // As one text, so that another chart's switch changes nothing here.
  const hidden = useChartView((view) => hiddenMetrics(view.hiddenLines, id).join('\n'));
  const model = useMemo(
    () => chartModel({ document, metrics, timing }, id, { smoothing, range, hiddenAgents, hiddenMetrics: hidden.split('\n') }),
    [document, metrics, timing, id, smoothing, range, hiddenAgents, hidden],
  );
  const [asTable, setAsTable] = useState(false);
  const [steered, setSteered] = useState(false);
  const [onScreenRef, onScreen] = useOnScreen<HTMLElement>();
  const { title } = text.terms[id];
  const unit = unitOf(id, run);
  const tabled = asTable && model.lines.length > 0;
  const summary = summaryOf(model, title);
  return (
    <figure
      ref={onScreenRef}
      className={styles.panel}
      data-wide={wide}
      data-chart={id}
      data-stage={`chart:${id}`}
      aria-label={summary}
      onFocus={() => setSteered(true)}
      onBlur={() => setSteered(false)}
    >
      <Caption id={id} asTable={asTable} onTable={setAsTable} />
      <ChartTip
        model={model}
        scheme={scheme}
        spoken={steered}
        unit={[unit, model.bucket > 1 && text.thinned(model.bucket)].filter(Boolean).join(' · ')}
      />
      {tabled && <ChartTable model={model} title={title} />}
      {!tabled && onScreen && <ChartPicture model={model} scheme={scheme} summary={summary} none={whyEmpty(model, run)} onRead={onRead} />}
      {!tabled && !onScreen && <div className={styles.plot} />}
      {(model.measured.length > 1 || model.measured[0]?.agent !== undefined) && (
        <ChartKey model={model} document={document} scheme={scheme} />
      )}
    </figure>
  );
}

function whyEmpty({ id, measured }: ChartModel, { document, info, iteration }: RunSet): string {
  if (measured.length > 0) return chartsText.allHidden;
  if (iteration > 0 && OF_DISTRIBUTIONS.includes(id) && serverOf(info)) return text.notTold;
  return OF_THE_CRITIC.includes(id) && !needsCritic(document.training) ? text.noCritic : text.noneYet;
}

interface CaptionProps {
  readonly id: ChartId;
  readonly asTable: boolean;
  readonly onTable: (asTable: boolean) => void;
}

/** The chart's title and buttons, which a new point does not change. */
const Caption = memo(function Caption({ id, asTable, onTable }: CaptionProps) {
  const { title, what, healthy } = text.terms[id];
  const pinned = useChartView((view) => view.pinned.includes(id));
  const { togglePin, hideChart } = chartViewStore.getState();
  return (
    <figcaption className={styles.caption}>
      <span className={styles.title}>{title}</span>
      <HelpButton title={title} what={what} healthy={healthy} term={CHART_TERMS[id]} />
      <ActionIcon
        size="sm"
        color="gray"
        aria-pressed={asTable}
        aria-label={asTable ? text.asPicture(title) : text.asTable(title)}
        onClick={() => onTable(!asTable)}
      >
        {asTable ? <IconChartLine size={15} /> : <IconTable size={15} />}
      </ActionIcon>
      <ChartMenu
        title={title}
        onSave={(format) => void saveChart(id, format)}
        onSaveVega={() => void saveChart(id, 'vega')}
        pinning={{ pinned, onPin: () => togglePin(id), onHide: () => hideChart(id) }}
      />
    </figcaption>
  );
});

function summaryOf(model: ChartModel, title: string): string {
  const parts = model.lines.flatMap((line) => {
    const extent = extentOf(model, line.metric);
    return extent ? [text.extent(lineName(line), formatNumber(extent.first), formatNumber(extent.last))] : [];
  });
  if (model.broken.length > 0) parts.push(text.brokenIn(model.broken.length));
  if (model.marks.length > 0) parts.push(text.guardsActed(model.marks.length));
  return text.summary(title, parts);
}
