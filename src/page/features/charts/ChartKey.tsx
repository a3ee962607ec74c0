/** What each line of a chart stands for, and its switch: an agent's in all charts, as above them, that of another line in this one. */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { chartViewStore } from '../../state/charts/chartView.ts';
import type { ChartLine, ChartModel } from '../../state/charts/chartModels.ts';
import { inspectText } from '../../../words/words.ts';
import styles from '../../kit/charts/charts.module.css';
import { KeyToggle } from '../../kit/charts/KeyToggle.tsx';
import { agentName, isHollow, keyName, lineLook, type Scheme } from '../../kit/figures/lineStyle.ts';

/** The lines an entry of the key stands for: that of pass@k for both splits of one k, or for all of the test split. */
function linesOf({ measured }: ChartModel, entry: ChartLine): string[] {
  const same = (line: ChartLine): boolean => {
    if (entry.k === undefined) return line === entry;
    return entry.subject === 'passTrain' ? line.k === entry.k : line.subject === entry.subject;
  };
  return measured.filter(same).map(({ metric }) => metric);
}

interface Props {
  readonly model: ChartModel;
  readonly document: ProjectDocument;
  readonly scheme: Scheme;
}

export function ChartKey({ model, document, scheme }: Props) {
  const text = inspectText.charts;
  const all = model.measured.filter(({ mark }) => mark !== 'table').map(({ metric }) => metric);
  const roles = document.team.agents.map(({ role }) => role);
  const { toggleLines, onlyLines, toggleAgent, onlyAgent } = chartViewStore.getState();
  return (
    <div className={styles.key}>
      {model.measured.map((line) => {
        const name = line.role === undefined ? keyName(line) : agentName(document, line.role);
        if (name === null || line.mark === 'table') return null;
        const own = linesOf(model, line);
        return (
          <KeyToggle
            key={line.metric}
            name={name}
            look={lineLook(line, scheme)}
            mark={line.mark}
            hollow={isHollow(line)}
            shown={model.lines.some(({ metric }) => own.includes(metric))}
            onToggle={() => (line.role === undefined ? toggleLines(model.id, own) : toggleAgent(line.role))}
            onOnly={() => (line.role === undefined ? onlyLines(model.id, own, all) : onlyAgent(line.role, roles))}
          />
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
