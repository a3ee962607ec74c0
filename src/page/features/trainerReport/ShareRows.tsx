/** The report's shares, each a bar with its count; what cannot be told says what it needs. */
import type { Share, TrainerReport } from '../../../core/credit/trainerReport.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import { STOP, trainerReportText as words } from '../../../words/words.ts';
import { OF_GROUPS, REPORTED } from './reported.ts';
import styles from './trainerReport.module.css';

export function ShareRows({ report }: { readonly report: TrainerReport }) {
  const { lengths } = report;
  const [first] = lengths.broken;
  // Where there are no tokens that is what is missing, whatever else is known.
  const whyOf = (name: (typeof REPORTED)[number]): string =>
    report.tokens === 0 && !OF_GROUPS.includes(name) ? words.needsTokens : words.rows[name].why;
  return (
    <dl className={styles.shares}>
      {REPORTED.map((name) => (
        <ShareRow key={name} name={words.rows[name].name} share={report[name]} why={whyOf(name)} />
      ))}
      <ShareRow
        name={words.lengths.name}
        share={lengths.of === 0 || report.tokens === 0 ? null : lengths}
        why={report.tokens === 0 ? words.needsTokens : first ? words.lengths.first(first.iteration, first.episode, first.message) : ''}
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
            {words.unknown}
            {STOP}
            {why}
          </span>
        )}
      </dd>
    </div>
  );
}
