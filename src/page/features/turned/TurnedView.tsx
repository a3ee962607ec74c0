/** Who saved and who spoiled the episodes of an iteration: what is asked, what it costs at most, how far it is, and what may be said. */
import { NumberInput, Select, Text } from '@mantine/core';
import { nearestVersion, spokeAfter } from '../../../core/counterfactual/branches.ts';
import { costOfEpisode, pairsOf, sampleOf } from '../../../core/counterfactual/turned/standIns.ts';
import { GAP, labText, replayText, turnedText as words } from '../../../words/words.ts';
import { NumberField } from '../../kit/fields/NumberField.tsx';
import { formatNumber } from '../../kit/figures/format.ts';
import { Term } from '../../kit/help/Term.tsx';
import answers from '../../kit/lab/answers.module.css';
import { AskBar } from '../../kit/lab/AskBar.tsx';
import { RollsInput } from '../../kit/lab/RollsInput.tsx';
import { NothingAsked } from '../../kit/lab/NothingAsked.tsx';
import { useVersions } from '../../kit/lab/useVersions.ts';
import type { ViewProps } from '../../kit/tokens/view.ts';
import { bestOf, MOST_EPISODES, MOST_ROLLS, settingsOf, type StandInName } from './createTurned.ts';
import { turnedStore, useTurned } from './turned.ts';
import { TurnedResultPart } from './TurnedResultPart.tsx';

export function TurnedView(props: ViewProps) {
  const { run } = props;
  const result = useTurned((state) => state.results[run.id]);
  const asking = useTurned((state) => state.asking.includes(run.id));
  return (
    <section className={answers.view} aria-label={words.title}>
      <Question {...props} asking={asking} />
      {result ? (
        <TurnedResultPart run={run} result={result} asking={asking} />
      ) : (
        !asking && <NothingAsked title={words.empty} hint={words.emptyHint} />
      )}
    </section>
  );
}

function Question({ run, iteration, episodes, asking }: ViewProps & { readonly asking: boolean }) {
  const form = useTurned((state) => state.form);
  const versions = useVersions(run);
  const { set, ask } = turnedStore.getState();
  const team = nearestVersion(versions ?? [], spokeAfter(iteration, run.document.training.lag));
  const usual = bestOf(episodes);
  const settings = settingsOf(form, usual);
  const sample = sampleOf(episodes, form.sample);
  const budget =
    settings &&
    sample.reduce((sum, episode) => sum + costOfEpisode(episode, pairsOf(episode, settings.standIn, episodes), settings.rolls), 0);
  const refused =
    versions === null
      ? labText.finding
      : team === null
        ? replayText.ask.nobody
        : sample.length === 0
          ? words.refused.none
          : settings === null
            ? words.refused.alike
            : null;
  return (
    <>
      <Text size="sm" maw={760}>
        {words.intro} <Term id="commonRandomNumbers" /> · <Term id="turned" />
      </Text>
      <div className={answers.form}>
        <Select
          w={230}
          label={words.standIn}
          allowDeselect={false}
          data={(['own', 'base', 'elsewhere'] as const).map((value) => ({ value, label: words.standIns[value] }))}
          value={form.standIn}
          onChange={(standIn) => standIn && set({ standIn: standIn as StandInName })}
        />
        <NumberField
          key={run.id}
          label={<span title={words.wonHelp}>{words.won}</span>}
          ariaLabel={words.won}
          value={form.won}
          placeholder={usual === null ? undefined : words.wonUsual(formatNumber(usual))}
          onChange={(won) => {
            set({ won });
            return null;
          }}
          onEmpty={() => {
            set({ won: null });
            return null;
          }}
        />
        <NumberInput
          w={90}
          label={words.sample}
          title={words.sampleHelp}
          min={1}
          max={MOST_EPISODES}
          allowDecimal={false}
          value={form.sample}
          onChange={(sample) => typeof sample === 'number' && sample >= 1 && sample <= MOST_EPISODES && set({ sample })}
        />
        <RollsInput
          label={words.rolls}
          title={words.rollsHelp(MOST_ROLLS)}
          most={MOST_ROLLS}
          value={form.rolls}
          onChange={(rolls) => set({ rolls })}
        />
      </div>
      <Text size="xs" c="dimmed" maw={760}>
        {words.meaning[form.standIn]}
        {GAP}
        {refused === null && budget !== null && words.budget(budget, sample.length)}
      </Text>
      <AskBar
        by={{ view: 'turned', runId: run.id }}
        start={words.start}
        refused={refused}
        asking={asking}
        part={words.round}
        onCancel={() => turnedStore.getState().cancel(run.id)}
        onStart={() => settings && team !== null && void ask({ runId: run.id, iteration, team, sample, others: episodes, settings })}
      />
    </>
  );
}
