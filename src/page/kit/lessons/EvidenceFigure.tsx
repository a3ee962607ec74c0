/** A recorded result below a step: each variant as mean, band and thin lines over its seeds, with a key, a table and files. */
import { useMemo, useState } from 'react';
import type { EvidenceUse } from '../../../core/lessons/lesson.ts';
import type { Evidence } from '../../../core/lessons/evidence.ts';
import { useEvidence } from '../../state/lessons/evidence.ts';
import { groupLook, ManyRunsChart } from '../charts/manyRuns/ManyRunsChart.tsx';
import { KeyToggle } from '../charts/KeyToggle.tsx';
import { useScheme } from '../theme/useScheme.ts';
import { evidenceGroups, metricOf } from './evidenceGroups.ts';
import { PairedDifferences } from './PairedDifferences.tsx';
import styles from './told.module.css';
import { lessonsText } from '../../../words/words.ts';

export function EvidenceFigure({ use }: { readonly use: EvidenceUse }) {
  const words = lessonsText.evidence;
  const file = useEvidence(use.id);
  if (file.status === 'ready') return <Figure use={use} evidence={file.evidence} />;
  const told = { loading: words.loading, missing: words.missingHelp(use.id), broken: words.failed(use.id) } as const;
  return (
    <p className={styles.quiet} role="status">
      {told[file.status]}
    </p>
  );
}

function Figure({ use, evidence }: { readonly use: EvidenceUse; readonly evidence: Evidence }) {
  const words = lessonsText.evidence;
  const scheme = useScheme();
  const metric = metricOf(use.series);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(NONE);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const all = useMemo(() => evidenceGroups(evidence, metric, use.variants), [evidence, metric, use.variants]);
  const groups = useMemo(() => all.filter(({ id }) => !hidden.has(id)), [all, hidden]);
  const seeds = Math.max(0, ...all.map(({ runs }) => runs.length));
  return (
    // No landmark: a page may show several of one result.
    <div role="group" className={styles.evidence} aria-label={words.result(evidence.title)}>
      <ManyRunsChart groups={groups} metric={metric} highlighted={highlighted} onHighlight={setHighlighted} legend={false} />
      <div className={styles.key} role="group" aria-label={words.variants}>
        {all.map(({ id, label, runs, ...group }, index) => (
          <KeyToggle
            key={id}
            name={label}
            look={groupLook(group, index, scheme)}
            band={runs.length > 1}
            mark="line"
            shown={!hidden.has(id)}
            onToggle={() => setHidden(toggled(hidden, id))}
            onOnly={() => setHidden(new Set(all.map((other) => other.id).filter((other) => other !== id)))}
          />
        ))}
      </div>
      <PairedDifferences evidence={evidence} shown={all.map(({ id }) => id)} series={use.series} />
      <p className={styles.quiet}>{words.how(evidence.preset, evidence.iterations, evidence.episodes, seeds, evidence.backend)}</p>
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
