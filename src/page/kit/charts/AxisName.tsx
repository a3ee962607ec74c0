/** What the horizontal axis of a picture counts, before its first number: a line of its own would cost a small chart a third of its height. */
import styles from './charts.module.css';

export function AxisName({ children }: { readonly children: string }) {
  return (
    <span className={styles.axisName} aria-hidden>
      {children}
    </span>
  );
}
