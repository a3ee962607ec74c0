/** One batch, many estimators: the credit of the iteration's messages under each, side by side, with live γ and λ. */
import { Chip, Group } from '@mantine/core';
import { memo, useCallback, useDeferredValue, useMemo } from 'react';
import { ESTIMATORS, type EstimatorId, FrozenBatch } from '../../../core/credit/estimators.ts';
import { foreignBatch } from '../../../core/credit/foreignBatch.ts';
import { agreementInterval, fidelityByLambda } from '../../../core/credit/fidelity.ts';
import { decisionLevel, needsCritic } from '../../../core/document/derived.ts';
import { importInfoOf } from '../../../core/formats/imports/run/info.ts';
import { keyFor, STREAMS } from '../../../core/random/streams.ts';
import { cursorStore, useCursor } from '../../state/address/cursor.ts';
import { batchKey, estimatorsStore, NOTHING_ASKED, useEstimators } from './estimators.ts';
import { batchModel, modelOfEpisode } from './model.ts';
import { klCoefOf } from '../../state/reading/batchCredit.ts';
import type { ViewProps } from '../../kit/tokens/view.ts';
import { estimatorsText as text } from '../../../words/words.ts';
import { useScheme } from '../../kit/theme/useScheme.ts';
import { AgreementTable } from './AgreementTable.tsx';
import { CreditTable } from './CreditTable.tsx';
import { DiscountSliders } from './DiscountSliders.tsx';
import { FidelityCurve } from './FidelityCurve.tsx';
import { saveCurve, saveMatrix, saveTable } from './save.ts';
import { TruthPanel } from './TruthPanel.tsx';
import { useSliced, useSlicedResult } from './useSliced.ts';
import styles from './estimators.module.css';

/** λ of the curve: every twentieth. */
const LAMBDAS = Array.from({ length: 21 }, (_, index) => index / 20);
/** Draws of a bootstrap: the interval of one estimator takes some milliseconds. */
const RESAMPLES = 400;
const NONE = new Map<never, never>();

export function EstimatorsView({ run, iteration, episodes, episode }: ViewProps) {
  const { training } = run.document;
  const scheme = useScheme();
  const message = useCursor((cursor) => cursor.message);
  const hidden = useEstimators((state) => state.hidden);
  const moved = useEstimators((state) => state.discounts);
  const asked = useEstimators((state) => state.answers[batchKey(run.id, iteration)]);
  const truth = asked ?? NOTHING_ASKED;
  const discounts = moved ?? training;
  // The slider follows the hand; the table comes after it.
  const settled = useDeferredValue(discounts);
  const klCoef = klCoefOf(run, iteration);
  const imported = importInfoOf(run.info) !== null;
  const batch = useMemo(() => {
    if (!imported) return new FrozenBatch(episodes, training, { klCoef });
    const { records, settings, unknown } = foreignBatch(episodes, training);
    return new FrozenBatch(records, settings, {}, unknown);
  }, [imported, episodes, training, klCoef]);
  const chosen = useMemo(() => ESTIMATORS.filter((id) => !hidden.includes(id)), [hidden]);
  const index = episodes.indexOf(episode);
  const whole = useSlicedResult(
    useCallback(() => batchModel(batch, chosen, settled, truth), [batch, chosen, settled, truth]),
    batch,
  );
  const model = useMemo(() => whole && modelOfEpisode(whole, index), [whole, index]);

  const intervals = useSliced(
    useMemo(() => {
      if (!whole?.truth) return null;
      const { rows, truth: credit } = whole;
      const key = keyFor(training.seed, STREAMS.replay, iteration);
      return function* () {
        for (const row of rows)
          if (row.credit && row.id !== 'tree') yield [row.id, agreementInterval(row.credit, credit, key, RESAMPLES)] as const;
      };
    }, [whole, training.seed, iteration]),
  );
  // Where λ itself stands changes nothing of the curve.
  const { gamma, gammaToken } = settled;
  const curves = useMemo(() => (['gae_token', 'gae_message'] as const).filter((id) => !batch.missing(id, truth)), [batch, truth]);
  const judge = useMemo(() => (batch.missing('tree', truth) ? null : batch.treeCredit(truth.values)), [batch, truth]);
  const points = useSliced(
    useMemo(() => {
      if (!judge) return null;
      return function* () {
        for (const id of curves)
          for (const point of fidelityByLambda(batch, id, { gamma, gammaToken }, judge, LAMBDAS)) yield { id, point };
      };
    }, [batch, curves, judge, gamma, gammaToken]),
  );
  const lines = useMemo(
    () => (judge ? curves : []).map((id) => ({ id, points: points.flatMap((found) => (found.id === id ? found.point : [])) })),
    [judge, curves, points],
  );

  const goTo = useCallback(
    (index: number) => cursorStore.getState().move({ iteration, episode: episode.episode, message: index }),
    [iteration, episode.episode],
  );
  const byEstimator = useMemo(
    () => (intervals.length > 0 ? new Map<EstimatorId, (typeof intervals)[number][1]>(intervals) : NONE),
    [intervals],
  );
  if (!model)
    return (
      <p className={styles.scope} role="status">
        {text.computing}
      </p>
    );
  const shown = { run, iteration, episode, batch, discounts: settled, asked: truth, model, scheme };
  const { set } = estimatorsStore.getState();
  const noTrace = batch.unknown?.values ? text.sliders.noValues : needsCritic(batch.settings) ? null : text.sliders.noTrace;
  const noTokens = decisionLevel(batch.settings) === 'message' ? (imported ? text.sliders.noTokensImported : text.sliders.noTokens) : null;
  const noCurve = batch.missing('gae_message', truth);
  return (
    <div className={styles.view}>
      <p className={styles.scope}>{(imported ? text.scopeImported : text.scope)(iteration, episodes.length, messagesOf(episodes))}</p>
      <DiscountSliders
        discounts={discounts}
        moved={moved !== null}
        imported={imported}
        unread={{ gamma: null, lambda: noTrace, gammaToken: noTokens, lambdaToken: noTokens ?? noTrace }}
        onChange={(next) =>
          set({
            discounts: next && { gamma: next.gamma, lambda: next.lambda, gammaToken: next.gammaToken, lambdaToken: next.lambdaToken },
          })
        }
      />
      <Chooser chosen={chosen} />
      <CreditTable
        model={model}
        episode={episode}
        document={run.document}
        scheme={scheme}
        intervals={byEstimator}
        message={message}
        onMessage={goTo}
        onSave={(format) => void saveTable(shown, format)}
      />
      <TruthPanel run={run} iteration={iteration} episodes={episodes} episode={episode} asked={asked} />
      <div className={styles.figures}>
        <FidelityCurve
          lines={lines}
          of={lines.length * LAMBDAS.length}
          none={noCurve === 'no_critic' ? text.curve.noCritic : noCurve ? text.missing[noCurve] : judge ? null : text.curve.none}
          lambda={discounts.lambda}
          scheme={scheme}
          onSave={(format) => void saveCurve(shown, lines, format)}
        />
        <AgreementTable model={model} scheme={scheme} onSave={(format) => void saveMatrix(shown, format)} />
      </div>
    </div>
  );
}

/** Which estimators are shown. */
const Chooser = memo(function Chooser({ chosen }: { readonly chosen: readonly EstimatorId[] }) {
  const choose = (names: readonly string[]): void =>
    estimatorsStore.getState().set({ hidden: ESTIMATORS.filter((id) => !names.includes(id)) });
  return (
    <Chip.Group multiple value={[...chosen]} onChange={choose}>
      <Group gap={6} role="group" aria-label={text.chosen}>
        {ESTIMATORS.map((id) => (
          <Chip key={id} value={id} size="xs" variant="outline">
            {text.estimators[id].name}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
});

const messagesOf = (episodes: ViewProps['episodes']): number => episodes.reduce((sum, { messages }) => sum + messages.length, 0);
