/** The report's shares, each a bar with its count; what cannot be told says what it needs. */
import type { Share, TrainerReport } from '../../../core/credit/trainerReport.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import { trainerReportText as words } from '../../../words/words.ts';
import { REPORTED } from './reported.ts';
import styles from './trainerReport.module.css';

export function ShareRows({ report }: { readonly report: TrainerReport }) {
  const { lengths } = report;
  const [first] = lengths.broken;
  return (
    <dl className={styles.shares}>
      {REPORTED.map((name) => (
        <ShareRow key={name} name={words.rows[name].name} share={report[name]} why={words.rows[name].why} />
      ))}
      <ShareRow
        name={words.lengths.name}
        share={lengths.of === 0 ? null : lengths}
        why={first ? words.lengths.first(first.episode, first.message) : ''}
      />
    </dl>
  );
}

function ShareRow({ name, share, why }: { readonly name: string; readonly share: Share | null; readonly why: string }) {
  const part = share ? share.count / share.of : 0;
  return (
    <div className={styles.share} data-unknown={share === null || undefined}>
      <dt>{name}</dt>
      <dd>
        <span className={styles.bar} aria-hidden>
          <span style={{ width: `${part * 100}%` }} />
        </span>
        {share ? (
          <span className="tabular">
            {formatNumber(part * 100)} % <span className={styles.count}>{words.of(share.count, share.of)}</span>
          </span>
        ) : (
          <span>
            {words.unknown}. {why}
          </span>
        )}
      </dd>
    </div>
  );
}
