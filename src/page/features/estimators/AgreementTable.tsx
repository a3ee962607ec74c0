/** Rank correlations between the estimators, as a matrix. */
import { memo } from 'react';
import type { EstimatorsModel } from './model.ts';
import { ChartMenu, type SaveAs } from '../../kit/charts/ChartMenu.tsx';
import { formatNumber } from '../../kit/figures/format.ts';
import { estimatorsText } from '../../../words/words.ts';
import type { Scheme } from '../../kit/theme/agentColors.ts';
import { shade } from '../../kit/figures/shade.ts';
import styles from './estimators.module.css';

const words = estimatorsText.matrix;

interface Props {
  readonly model: EstimatorsModel;
  readonly scheme: Scheme;
  readonly onSave: (format: SaveAs) => void;
}

export const AgreementTable = memo(function AgreementTable({ model, scheme, onSave }: Props) {
  const known = knownRows(model);
  return (
    <figure className={styles.figure} aria-label={words.title}>
      <figcaption className={styles.caption}>
        <span>{words.title}</span>
        <span className={styles.unit}>{words.unit}</span>
        <ChartMenu title={words.title} onSave={onSave} />
      </figcaption>
      {known.length < 2 && <p className={styles.note}>{words.tooFew}</p>}
      {known.length >= 2 && (
        <section className={styles.scroll} tabIndex={0} aria-label={words.title}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{estimatorsText.table.estimator}</th>
                {known.map(({ id }) => (
                  <th key={id} scope="col" className={styles.upright}>
                    {estimatorsText.estimators[id].name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {known.map(({ id, index }) => (
                <tr key={id}>
                  <th scope="row">{estimatorsText.estimators[id].name}</th>
                  {known.map((other) => {
                    const value = model.agreements[index]?.[other.index] ?? null;
                    return (
                      <td key={other.id} style={{ background: shade(value, 1, scheme) }}>
                        {formatNumber(value)}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <p className={styles.note}>{words.note}</p>
    </figure>
  );
});

/** The rows that have credit, and their indices among all. */
export function knownRows({ rows }: EstimatorsModel) {
  return rows.flatMap(({ id, credit }, index) => (credit ? [{ id, index }] : []));
}
