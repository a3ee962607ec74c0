/** Where a word stands behind something of the page: its charts and settings, each with the way there. */
import { cursorStore } from '../../state/address/cursor.ts';
import { chartViewStore } from '../../state/charts/chartView.ts';
import { CHART_IDS, type ChartId } from '../../state/charts/chartSpecs.ts';
import { goToSetting } from '../../state/settings/settingsView.ts';
import { AGENT_PATHS } from '../../state/settings/agentFields.ts';
import { agentText, inspectText, settingsText, type TermId, termsText } from '../../../words/words.ts';
import { focusWhenThere } from '../../kit/commands/focusWhenThere.ts';
import { SETTINGS } from '../../state/settings/settingsTable.ts';
import { AGENT_TERMS, CHART_TERMS, settingTerm } from '../../kit/help/termLinks.ts';

export interface TermUse {
  readonly id: string;
  readonly name: string;
  readonly go: () => void;
}

/** Charts first, then settings of the training, then those of an agent. Compat switches are listed where they are explained. */
export function termUses(term: TermId): readonly TermUse[] {
  const charts = CHART_IDS.filter((id) => CHART_TERMS[id] === term).map((id) => ({
    id: `chart ${id}`,
    name: termsText.chart(inspectText.charts.terms[id].title),
    go: () => goToChart(id),
  }));
  const settings = SETTINGS.filter(({ id }) => !id.startsWith('compat.') && settingTerm(id) === term).map(({ id }) => ({
    id: `setting ${id}`,
    name: termsText.setting(settingsText.fields[id].label),
    go: () => goToSetting(id),
  }));
  const fields = AGENT_PATHS.filter((path) => AGENT_TERMS[path] === term).map((path) => ({
    id: `agent ${path}`,
    name: termsText.agentField(agentText.fields[path].label),
    go: () => cursorStore.getState().move({ place: 'team' }),
  }));
  return [...charts, ...settings, ...fields];
}

/** Brings a chart to view, whichever charts are hidden; nothing happens where the run on screen does not have it. */
function goToChart(id: ChartId): void {
  const { hiddenCharts, showAll, showMore } = chartViewStore.getState();
  if (hiddenCharts.includes(id)) showAll();
  showMore(true);
  cursorStore.getState().move({ place: 'team' });
  focusWhenThere(() => document.querySelector<HTMLElement>(`[data-chart="${id}"] button`));
}
