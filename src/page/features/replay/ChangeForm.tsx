/** Which message is changed and how, which later ones stay, and the button that plays it. */
import { Button, SegmentedControl, Text } from '@mantine/core';
import { type Branch, stalePins } from '../../../core/counterfactual/branches.ts';
import type { Change } from '../../../core/counterfactual/questions.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { replayStore, useReplay } from './replay.ts';
import { changeOf, type Draft, type DraftRef, draftOf, type Original, usualTeam } from './createReplay.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { agentName } from '../../kit/figures/lineStyle.ts';
import { replayText } from '../../../words/words.ts';
import { AskRow } from './AskRow.tsx';
import { ChangeField } from './ChangeField.tsx';
import { MessageChoice } from './MessageChoice.tsx';
import { branchName } from './names.ts';
import styles from './replay.module.css';
import { teamNames } from '../../kit/lab/teamNames.ts';
import { useVersions } from '../../kit/lab/useVersions.ts';

const words = replayText.change;
const KINDS: readonly Change['kind'][] = ['message', 'prompt', 'temperature', 'adapter'];

interface Props {
  readonly run: RunSet;
  readonly recording: EpisodeRecord;
  /** What is edited: the recording, or a continuation of a branch. */
  readonly episode: EpisodeRecord;
  readonly branches: readonly Branch[];
  readonly about: DraftRef;
}

export function ChangeForm({ run, recording, episode, branches, about }: Props) {
  const { document } = run;
  const written = useReplay((state) => state.draft);
  const draft = draftOf({ draft: written }, about);
  const chosen = useReplay((state) => state.team);
  const versions = useVersions(run);
  const parent = branches.find(({ id }) => id === about.source?.id);
  const team =
    chosen !== null && versions?.includes(chosen)
      ? chosen
      : versions && usualTeam(versions, recording.iteration, document.training.lag, parent);
  const said = saidAt(run, episode, about.message, team ?? 0);
  const { show, ask } = replayStore.getState();
  const edit = (part: Partial<Omit<Draft, 'about'>>): void => {
    stay(about);
    replayStore.getState().edit(about, part);
  };
  if (!said) return null;
  const change = changeOf(draft, said);
  return (
    <section className={styles.change} aria-label={words.heading}>
      <div className={styles.head}>
        <h3 className={styles.heading}>{words.heading}</h3>
        <span className={styles.fact}>
          {about.source && parent ? words.of.continuation(about.source.continuation, branchName(document, parent)) : words.of.recording}
        </span>
        {about.source && (
          <Button size="compact-xs" variant="default" onClick={() => show(null)}>
            {words.back}
          </Button>
        )}
      </div>
      <MessageChoice
        run={run}
        episode={episode}
        about={about}
        pinned={draft.pinned}
        stale={stalePins(episode.messages, change, draft.pinned)}
        onPin={(pinned) => edit({ pinned })}
      />
      <div>
        <SegmentedControl
          size="xs"
          aria-label={words.kind}
          value={draft.kind}
          data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          onChange={(kind) => edit({ kind: kind as Change['kind'] })}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {words.hint[draft.kind]}
        </Text>
      </div>
      <ChangeField
        document={document}
        message={episode.messages[about.message]}
        name={agentName(document, said.role)}
        change={change}
        versions={versions ?? []}
        names={teamNames(run)}
        onChange={edit}
        said={said}
      />
      <AskRow
        run={run}
        iteration={recording.iteration}
        versions={versions}
        team={team}
        onAsk={() => {
          stay(about);
          if (team !== null) void ask(about, recording, change, team);
        }}
      />
    </section>
  );
}

/** What is being changed stays on screen, also while a run goes on whose newest episodes were followed. */
function stay({ iteration, episode, message }: DraftRef): void {
  const cursor = cursorStore.getState();
  if (cursor.iteration !== iteration || cursor.episode !== episode) cursor.move({ iteration, episode, message });
}

/** How things are at a message of the episode. */
function saidAt({ document }: RunSet, { messages }: EpisodeRecord, index: number, team: number): Original | null {
  const message = messages[index];
  const agent = document.team.agents.find(({ role }) => role === message?.role);
  if (!message || !agent) return null;
  return { role: message.role, text: message.text, prompt: agent.prompt, temperature: agent.sampling.temperature, team };
}
