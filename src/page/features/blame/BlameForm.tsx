/** What is asked: what counts as won, how much may be played, who else is asked, and a text of one's own. */
import { Select, Text, Textarea } from '@mantine/core';
import { IconGavel } from '@tabler/icons-react';
import { nearestVersion, spokeAfter } from '../../../core/counterfactual/branches.ts';
import { budgetOf } from '../../../core/counterfactual/blame/cells.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { isActive, useEngine } from '../../state/engine/engine.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { NumberField } from '../../kit/fields/NumberField.tsx';
import { formatNumber } from '../../kit/figures/format.ts';
import { agentName } from '../../kit/figures/lineStyle.ts';
import { Term } from '../../kit/help/Term.tsx';
import { AskBar } from '../../kit/lab/AskBar.tsx';
import { RollsInput } from '../../kit/lab/RollsInput.tsx';
import { teamNames } from '../../kit/lab/teamNames.ts';
import { useVersions } from '../../kit/lab/useVersions.ts';
import { blameText as words, GAP, labText, replayText } from '../../../words/words.ts';
import answers from '../../kit/lab/answers.module.css';
import { blameStore, useBlame } from './blame.ts';
import { type BlameRef, keyOf, MOST_ROLLS, NO_FORM } from './createBlame.ts';
import { bestBeside, messageName, settingsOf } from './model.ts';

interface Props {
  readonly run: RunSet;
  readonly about: BlameRef;
  readonly episode: EpisodeRecord;
  readonly episodes: readonly EpisodeRecord[];
}

const NOBODY = 'nobody';
const BASE = 'base';

export function BlameForm({ run, about, episode, episodes }: Props) {
  const key = keyOf(about);
  const form = useBlame((state) => state.forms[key]) ?? NO_FORM;
  const rolls = useBlame((state) => state.rolls);
  const chosen = useBlame((state) => state.other);
  const asking = useBlame((state) => state.asking[run.id]);
  const training = useEngine(({ phase }) => isActive(phase) && phase !== 'paused');
  const versions = useVersions(run);
  const { setForm, setRolls, setOther, ask } = blameStore.getState();

  const team = nearestVersion(versions ?? [], spokeAfter(about.iteration, run.document.training.lag));
  // Another run has other checkpoints.
  const other = typeof chosen === 'number' && !versions?.includes(chosen) ? NOBODY : chosen;
  const usual = bestBeside(episodes, episode);
  const settings = settingsOf(form, usual, rolls, other);
  const edited = form.edit ? episode.messages[form.edit.message] : undefined;
  const refused =
    versions === null
      ? labText.finding
      : team === null
        ? replayText.ask.nobody
        : settings === null
          ? words.refused.noGoal
          : episode.reward >= settings.won
            ? words.refused.won(formatNumber(episode.reward))
            : edited && form.edit?.text === edited.text
              ? words.refused.empty
              : null;
  const spoke = spokeAfter(about.iteration, run.document.training.lag);
  const budget = settings && budgetOf(episode, settings);
  return (
    <>
      <Text size="sm" maw={760}>
        {words.intro} <Term id="commonRandomNumbers" /> · <Term id="counterfactual" />
      </Text>
      <div className={answers.form}>
        <NumberField
          key={key}
          label={<span title={words.wonHelp}>{words.won}</span>}
          ariaLabel={words.won}
          value={form.won}
          placeholder={usual === null ? undefined : words.wonUsual(formatNumber(usual))}
          onChange={(won) => {
            setForm(about, { won });
            return null;
          }}
          onEmpty={() => {
            setForm(about, { won: null });
            return null;
          }}
        />
        <RollsInput label={words.rolls} title={words.rollsHelp(MOST_ROLLS)} most={MOST_ROLLS} value={rolls} onChange={setRolls} />
        <Select
          w={210}
          label={words.other}
          title={words.otherHelp}
          allowDeselect={false}
          searchable={(versions?.length ?? 0) > 20}
          limit={60}
          data={[
            { value: NOBODY, label: words.others.nobody },
            { value: BASE, label: words.others.base },
            ...(versions ?? []).toReversed().map((version) => ({ value: String(version), label: teamNames(run).team(version) })),
          ]}
          value={String(other)}
          onChange={(value) => value !== null && setOther(value === NOBODY || value === BASE ? value : Number(value))}
        />
        <Select
          w={210}
          label={words.edit}
          title={words.editHelp}
          clearable
          placeholder={words.noEdit}
          data={episode.messages.map((_, index) => ({ value: String(index), label: messageName(run.document, episode, index) }))}
          value={form.edit ? String(form.edit.message) : null}
          onChange={(value) =>
            setForm(about, { edit: value === null ? null : { message: Number(value), text: episode.messages[Number(value)]?.text ?? '' } })
          }
        />
      </div>
      {form.edit && edited && (
        <Textarea
          maw={760}
          autosize
          minRows={1}
          maxRows={8}
          label={words.editText(agentName(run.document, edited.role))}
          value={form.edit.text}
          onChange={({ currentTarget: { value } }) => form.edit && setForm(about, { edit: { ...form.edit, text: value } })}
        />
      )}
      {team !== null && !run.playOn && (
        <Text size="xs" c="dimmed" maw={760}>
          {team === spoke ? (spoke === 0 ? replayText.ask.veryBegan : replayText.ask.very(spoke)) : replayText.ask.other(spoke, team)}
          {GAP}
          {training ? replayText.ask.training : ''}
        </Text>
      )}
      {refused === null && budget !== null && (
        <Text size="xs" c="dimmed" maw={760}>
          {words.budget(budget, episode.messages.length, rolls)}
        </Text>
      )}
      <AskBar
        by={{ view: 'blame', runId: run.id }}
        start={words.start}
        icon={<IconGavel size={15} />}
        refused={refused}
        asking={asking !== undefined}
        part={words.round}
        onStart={() => settings && team !== null && void ask(about, episode, settings, team)}
      />
    </>
  );
}
