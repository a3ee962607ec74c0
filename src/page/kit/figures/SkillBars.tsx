/** The skills the environment saw in an episode, as small labelled bars from 0 to 1. */
import { formatNumber } from './format.ts';
import { inspectText } from '../../../words/words.ts';
import styles from './skillBars.module.css';

interface Props {
  readonly skills: Readonly<Record<string, number>>;
}

export function SkillBars({ skills }: Props) {
  return (
    <dl className={styles.skills} aria-label={inspectText.reader.skills}>
      {Object.entries(skills).map(([name, value]) => (
        <div key={name} className={styles.skill}>
          <dt>{name}</dt>
          <dd>
            <span className={styles.skillBar}>
              <span style={{ width: `${Math.min(Math.max(value, 0), 1) * 100}%` }} />
            </span>
            {formatNumber(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
