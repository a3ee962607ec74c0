/** The colour of a group, as its curves have it; its name stands beside it, so that colour is never all. */
import { groupColor } from '../../../kit/charts/manyRuns/ManyRunsChart.tsx';
import { useScheme } from '../../../kit/theme/useScheme.ts';
import styles from './compare.module.css';

export function GroupMark({ index }: { readonly index: number }) {
  const scheme = useScheme();
  return <span className={styles.mark} style={{ background: groupColor(undefined, index, scheme) }} aria-hidden />;
}
