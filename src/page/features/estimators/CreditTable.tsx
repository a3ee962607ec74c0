/** Rows are estimators, columns the messages of the episode that is read; at their side how good and how restless each is. */
import { UnstyledButton } from '@mantine/core';
import { memo } from 'react';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { Interval } from '../../../core/statistics/intervals.ts';
import type { EstimatorId } from '../../../core/credit/estimators.ts';
import type { EstimatorRow, EstimatorsModel } from './model.ts';
import { ChartMenu, type SaveAs } from '../../kit/charts/ChartMenu.tsx';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import { HelpButton } from '../../kit/help/HelpButton.tsx';
import { agentName } from '../../kit/figures/lineStyle.ts';
import { Term } from '../../kit/help/Term.tsx';
import { estimatorsText } from '../../../words/words.ts';
import type { Scheme } from '../../kit/theme/agentColors.ts';
import { shade } from '../../kit/figures/shade.ts';
import styles from './estimators.module.css';

const words = estimatorsText.table;

interface Props {
  readonly model: EstimatorsModel;
  readonly episode: EpisodeRecord;
  readonly document: ProjectDocument;
  readonly scheme: Scheme;
  /** Intervals of the fidelities; those not computed yet are absent. */
  readonly intervals: ReadonlyMap<EstimatorId, Interval | null>;
  /** The message the cursor is on. */
  readonly message: number | null;
  readonly onMessage: (message: number) => void;
  readonly onSave: (format: SaveAs) => void;
}

export const CreditTable = memo(function CreditTable({ model, episode, document, scheme, intervals, message, onMessage, onSave }: Props) {
  return (
    <figure className={styles.figure} aria-label={words.title}>
      <figcaption className={styles.caption}>
        <span>{words.title}</span>
        <ChartMenu title={words.title} onSave={onSave} />
      </figcaption>
      {/* A scrolling region must be reachable by keyboard (WCAG 2.1.1). */}
      <section className={styles.scroll} tabIndex={0} aria-label={words.title}>
        <table className={styles.table}>
          <Head {...{ episode, document, message, onMessage }} judged={model.judged} />
          <tbody>
            {model.rows.map((row) => (
              <Row
                key={row.id}
                row={row}
                count={episode.messages.length}
                {...{ scheme, message, onMessage }}
                interval={intervals.get(row.id)}
              />
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.note}>{words.hint}</p>
    </figure>
  );
});

/** Not drawn again when only numbers change. */
const Head = memo(function Head({
  episode,
  document,
  message,
  judged,
  onMessage,
}: Pick<Props, 'episode' | 'document' | 'message' | 'onMessage'> & { readonly judged: number }) {
  return (
    <thead>
      <tr>
        <th scope="col">{words.estimator}</th>
        {episode.messages.map(({ role }, index) => {
          const name = agentName(document, role);
          return (
            // A message has no identity but its index in the episode.
            <th key={index} scope="col" data-current={index === message}>
              <UnstyledButton
                className={styles.goTo}
                aria-current={index === message ? 'true' : undefined}
                aria-label={words.goTo(index, name)}
                onClick={() => onMessage(index)}
              >
                {words.message(index, name)}
              </UnstyledButton>
            </th>
          );
        })}
        <th scope="col" className={styles.side}>
          <span className={styles.withHelp}>
            <Term id="creditFidelity">{words.fidelity}</Term>
            <HelpButton title={words.fidelity} what={words.fidelityHelp(judged)} />
          </span>
        </th>
        <th scope="col" className={styles.side}>
          <span className={styles.withHelp}>
            {words.variance}
            <HelpButton title={words.variance} what={words.varianceHelp} />
          </span>
        </th>
      </tr>
    </thead>
  );
});

interface RowProps extends Pick<Props, 'scheme' | 'message' | 'onMessage'> {
  readonly row: EstimatorRow;
  readonly count: number;
  readonly interval: Interval | null | undefined;
}

/** Its pop-ups are drawn once, however often the numbers beside it change. */
const RowHead = memo(function RowHead({ id }: { readonly id: EstimatorId }) {
  const { name, what, term } = estimatorsText.estimators[id];
  return (
    <th scope="row">
      <span className={styles.withHelp}>
        <Term id={term}>{name}</Term>
        <HelpButton title={name} what={what} />
      </span>
    </th>
  );
});

function Row({ row, count, scheme, message, onMessage, interval }: RowProps) {
  const { id, missing, cells, range, fidelity, variance } = row;
  return (
    <tr data-estimator={id}>
      <RowHead id={id} />
      {cells === null && (
        <td colSpan={count} className={styles.missing}>
          {missing === null ? words.notThisEpisode : estimatorsText.missing[missing]}
        </td>
      )}
      {cells?.map((value, index) => (
        // The heading above is the keyboard's way to the same message.
        <td
          key={index}
          data-current={index === message}
          style={{ background: shade(value, range, scheme) }}
          onClick={() => onMessage(index)}
        >
          {formatSigned(value)}
        </td>
      ))}
      <td className={styles.side}>
        {id === 'tree' ? '' : fidelity === null ? words.notJudged : formatNumber(fidelity)}
        {id !== 'tree' && fidelity !== null && interval && (
          <div className={styles.interval}>{words.interval(formatNumber(interval.low), formatNumber(interval.high))}</div>
        )}
      </td>
      <td className={styles.side}>{variance === null ? '' : formatNumber(variance)}</td>
    </tr>
  );
}
