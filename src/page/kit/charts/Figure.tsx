/**
 * A drawing with its title, a menu that saves it, and the sentence that stands for it. Its one `<svg data-figure>` is what is
 * saved; what only means something within the page carries `data-page-only` there.
 */
import { type ReactNode, useRef } from 'react';
import { ChartMenu } from './ChartMenu.tsx';
import styles from './charts.module.css';
import { saveFigure } from './saveCharts.ts';

interface Props {
  readonly title: string;
  /** A line below the saved picture that says what it is of. */
  readonly note: string;
  /** Stem of the file's name. */
  readonly file: string;
  readonly csv: () => string;
  readonly children: ReactNode;
}

export function Figure({ title, note, file, csv, children }: Props) {
  const figure = useRef<HTMLElement>(null);
  const drawing = (): SVGSVGElement | null => figure.current?.querySelector<SVGSVGElement>('svg[data-figure]') ?? null;
  return (
    <figure ref={figure} className={styles.figure} aria-label={title}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{title}</span>
        <ChartMenu
          title={title}
          isDrawn={() => drawing() !== null}
          onSave={(format) => void saveFigure(drawing(), { file, title, note, csv }, format)}
        />
      </figcaption>
      {children}
    </figure>
  );
}
