/** Asks the team that played what its messages were worth: how much it takes, how far it is, and what is known of it. */
import { Text } from '@mantine/core';
import { memo, useMemo } from 'react';
import { nearestVersion, spokeAfter } from '../../../core/counterfactual/branches.ts';
import { importInfoOf } from '../../../core/formats/imports/run/info.ts';
import { truthReliability } from '../../../core/credit/fidelity.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { type Asked, chosenEpisodes, COMA_EPISODES, estimatorsStore, othersCost, truthCost, useEstimators } from './estimators.ts';
import { labStore } from '../../state/lab/lab.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import { agentName } from '../../kit/figures/lineStyle.ts';
import { formatDuration } from '../../kit/figures/figures.ts';
import { NumberField } from '../../kit/fields/NumberField.tsx';
import { Term } from '../../kit/help/Term.tsx';
import { AskBar } from '../../kit/lab/AskBar.tsx';
import { useVersions } from '../../kit/lab/useVersions.ts';
import { COMMA, estimatorsText, GAP, inBrackets, text as catalogue } from '../../../words/words.ts';
import styles from './estimators.module.css';

const words = estimatorsText.truth;
const MOST_ROLLS = 256;

interface Props {
  readonly run: RunSet;
  readonly iteration: number;
  readonly episodes: readonly EpisodeRecord[];
  readonly episode: EpisodeRecord;
  readonly asked: Asked | undefined;
}

export const TruthPanel = memo(function TruthPanel({ run, iteration, episodes, episode, asked }: Props) {
  const versions = useVersions(run);
  const spoke = spokeAfter(iteration, run.document.training.lag);
  const version = versions && nearestVersion(versions, spoke);
  const count = useEstimators((state) => state.episodes);
  const rolls = useEstimators((state) => state.rolls);
  const asking = useEstimators((state) => state.asking[run.id]);
  const secondsPerMessage = useEstimators((state) => state.secondsPerMessage);
  const chosen = chosenEpisodes(episodes, episode, count);
  const { rollouts, messages } = truthCost(chosen, rolls);
  const states = rollouts / rolls;
  const others = othersCost(chosen);
  // This page's own speed, once it is known; else that of the run's rollouts.
  const speed = secondsPerMessage ?? rolloutSpeed(run, iteration, episodes);
  const elsewhere = secondsPerMessage === null && run.origin === 'recorded';
  const set = (name: 'episodes' | 'rolls', most: number) => (value: number) => {
    if (!Number.isInteger(value) || value < 1 || value > most) return catalogue.training.invalidNumber;
    estimatorsStore.getState().set({ [name]: value });
    return null;
  };
  return (
    <section className={styles.truth} aria-label={words.heading}>
      <h3>
        <Term id="treeMonteCarlo">{words.heading}</Term>
      </h3>
      <Text size="xs" c="dimmed">
        {words.what}
        {GAP}
        {version !== null && !importInfoOf(run.info) && words.team(version, spoke)}
      </Text>
      {versions?.length === 0 && <Text size="sm">{words.noTeam}</Text>}
      {version !== null && (
        <>
          <div className={styles.asking}>
            <NumberField label={words.episodes} value={count} onChange={set('episodes', 4096)} disabled={asking !== undefined} />
            <NumberField label={words.rolls} value={rolls} onChange={set('rolls', MOST_ROLLS)} disabled={asking !== undefined} />
          </div>
          <AskBar
            by={{ view: 'estimators', runId: run.id }}
            start={words.ask}
            cost={`${words.cost(rollouts, states, others.rollouts, COMA_EPISODES, speed === null ? null : formatDuration(speed * (messages + others.messages)))}${speed !== null && elsewhere ? `${GAP}${inBrackets(words.estimatedThere)}` : ''}`}
            refused={importInfoOf(run.info) ? words.imported : null}
            asking={asking !== undefined}
            part={asking && words.asking[asking]}
            onStart={() => void estimatorsStore.getState().ask(labStore.getState(), { runId: run.id, iteration, version }, chosen)}
          />
        </>
      )}
      {asked && <Known run={run} asked={asked} />}
    </section>
  );
});

function Known({ run, asked }: { readonly run: RunSet; readonly asked: Asked }) {
  const { values, shares, rolls, version } = asked;
  const states = useMemo(() => [...values.values()], [values]);
  const reliability = useMemo(() => truthReliability(states), [states]);
  return (
    <Text size="xs">
      {words.known(
        states.length,
        states.reduce((sum, list) => sum + list.length - 1, 0),
        rolls,
        version,
      )}
      {GAP}
      {reliability === null ? words.noReliability : words.reliability(formatNumber(reliability))}
      {GAP}
      {shares &&
        words.shares(shares.shares.map(({ role, value }) => `${agentName(run.document, role)} ${formatSigned(value)}`).join(COMMA))}
    </Text>
  );
}

/** Seconds a message of the iteration's rollout took; null where no clock was kept. */
function rolloutSpeed({ timing }: RunSet, iteration: number, episodes: readonly EpisodeRecord[]): number | null {
  const seconds = timing.find((row) => row['iteration'] === iteration)?.['timing_s/rollout'];
  const messages = episodes.reduce((sum, { messages: said }) => sum + said.length, 0);
  return seconds === undefined || messages === 0 ? null : seconds / messages;
}
