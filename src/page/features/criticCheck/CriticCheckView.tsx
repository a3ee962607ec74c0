/** What states were worth, by playing on from before every message, and whether the critic knew. */
import { NothingAsked } from '../../kit/lab/NothingAsked.tsx';
import { Checkbox, NumberInput, SegmentedControl, Text } from '@mantine/core';
import { spokeAfter } from '../../../core/counterfactual/branches.ts';
import { isCharged } from '../../../core/counterfactual/criticReturns.ts';
import { decisionLevel, needsCritic } from '../../../core/document/derived.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import {
  askedEpisodes,
  canFit,
  criticCheckStore,
  playingVersion,
  rolloutsOf,
  useCriticCheck,
  type CriticCheckForm,
} from './criticCheck.ts';
import { Term } from '../../kit/help/Term.tsx';
import type { ViewProps } from '../../kit/tokens/view.ts';
import { AskBar } from '../../kit/lab/AskBar.tsx';
import { useVersions } from '../../kit/lab/useVersions.ts';
import { VersionSelect } from '../../kit/lab/VersionSelect.tsx';
import styles from '../../kit/lab/answers.module.css';
import { criticCheckText, GAP, labText } from '../../../words/words.ts';
import { CriticCheckResultPart } from './CriticCheckResultPart.tsx';

const MOST_EPISODES = 128;
const MOST_ROLLS = 256;
const MOST_FITTED = 4096;

export function CriticCheckView(props: ViewProps) {
  const { run, iteration, episode } = props;
  const result = useCriticCheck((state) => state.results[run.id]);
  return (
    <section className={styles.view} aria-label={criticCheckText.scatter}>
      <Question {...props} />
      {result ? (
        <CriticCheckResultPart run={run} result={result} reading={iteration === result.iteration ? episode.episode : null} />
      ) : (
        <NothingAsked title={criticCheckText.empty} hint={criticCheckText.emptyHint} />
      )}
    </section>
  );
}

function Question(props: ViewProps) {
  const { run, iteration, episodes, episode } = props;
  const form = useCriticCheck((state) => state.form);
  const asking = useCriticCheck((state) => state.asking.includes(run.id));
  const versions = useVersions(run);
  const { set, ask } = criticCheckStore.getState();
  const nearest = versions && playingVersion(versions, 'nearest', spokeAfter(iteration, run.document.training.lag));
  const fits = canFit(props);
  const rollouts = rolloutsOf(askedEpisodes(form, episodes, episode), form.rolls, fits ? form.fit : 0);
  return (
    <>
      <div className={styles.form}>
        <div>
          <Text size="xs" fw={500} id="check-scope">
            {criticCheckText.scope}
          </Text>
          <SegmentedControl
            size="xs"
            aria-labelledby="check-scope"
            data={(['first', 'episode'] as const).map((scope) => ({ value: scope, label: criticCheckText.scopes[scope] }))}
            value={form.scope}
            onChange={(scope) => set({ scope: scope as CriticCheckForm['scope'] })}
          />
        </div>
        {form.scope === 'first' && (
          <NumberInput
            w={80}
            label={criticCheckText.episodes}
            min={1}
            max={MOST_EPISODES}
            allowDecimal={false}
            value={form.episodes}
            onChange={(count) => typeof count === 'number' && count >= 1 && count <= MOST_EPISODES && set({ episodes: count })}
          />
        )}
        <NumberInput
          w={140}
          label={criticCheckText.rolls}
          title={criticCheckText.rollsHelp}
          min={2}
          max={MOST_ROLLS}
          allowDecimal={false}
          value={form.rolls}
          onChange={(rolls) => typeof rolls === 'number' && rolls >= 2 && rolls <= MOST_ROLLS && set({ rolls })}
        />
        {fits && (
          <NumberInput
            w={150}
            label={criticCheckText.fit}
            title={criticCheckText.fitHelp}
            min={0}
            max={MOST_FITTED}
            allowDecimal={false}
            value={form.fit}
            onChange={(fit) => typeof fit === 'number' && fit >= 0 && fit <= MOST_FITTED && set({ fit })}
          />
        )}
        {fits && form.fit > 0 && (
          <Checkbox
            size="xs"
            label={criticCheckText.adapters}
            title={criticCheckText.adaptersHelp}
            iconColor="var(--on-accent)"
            checked={form.adapters}
            onChange={({ currentTarget: { checked } }) => set({ adapters: checked })}
          />
        )}
        {!run.playOn && (
          <VersionSelect
            versions={versions ?? []}
            automatic={{ value: 'nearest', label: labText.nearest(nearest) }}
            value={form.version}
            onChange={(version) => set({ version })}
          />
        )}
      </div>
      <Text size="xs" c="dimmed" className={styles.meaning}>
        {needsCritic(run.document.training) ? meaningOf(run.document) : run.playOn ? criticCheckText.noneBrought : criticCheckText.noCritic}
        {GAP}
        <Term id="treeMonteCarlo" /> · <Term id="calibration" />
      </Text>
      <AskBar
        start={criticCheckText.start}
        cost={criticCheckText.cost(rollouts)}
        refused={null}
        asking={asking}
        by={{ view: 'criticCheck', runId: run.id }}
        onStart={() => void ask(props)}
      />
    </>
  );
}

function meaningOf({ training }: ProjectDocument): string {
  const { scale, bias, clip, mean, std } = training.reward;
  const processed = scale !== 1 || bias !== 0 || clip !== 0 || mean !== 'none' || std !== 'none';
  const charged = isCharged(training, training);
  return criticCheckText.meaning(decisionLevel(training), training.gamma !== 1 || training.gammaToken !== 1, processed, charged);
}
