/** Which message is changed and how, which later ones stay, and the button that plays it. */
import { Button, SegmentedControl, Text } from '@mantine/core';
import { type Branch, stalePins } from '../../../core/counterfactual/branches.ts';
import type { Change } from '../../../core/counterfactual/questions.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { replayStore, useReplay } from './replay.ts';
import { changeOf, type Draft, type DraftPlace, draftOf, type Said, usualTeam } from './createReplay.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { agentName } from '../../kit/figures/lineStyle.ts';
import { replayText } from '../../../words/words.ts';
import { AskRow } from './AskRow.tsx';
import { ChangeField } from './ChangeField.tsx';
import { MessageChoice } from './MessageChoice.tsx';
import { branchName } from './names.ts';
import styles from './replay.module.css';
import { useVersions } from '../../kit/lab/useVersions.ts';

const words = replayText.change;
const KINDS: readonly Change['kind'][] = ['message', 'prompt', 'temperature', 'adapter'];

interface Props {
  readonly run: RunSet;
  readonly recording: EpisodeRecord;
  /** What is edited: the recording, or a continuation of a branch. */
  readonly episode: EpisodeRecord;
  readonly branches: readonly Branch[];
  readonly place: DraftPlace;
}

export function ChangeForm({ run, recording, episode, branches, place }: Props) {
  const { document } = run;
  const written = useReplay((state) => state.draft);
  const draft = draftOf({ draft: written }, place);
  const chosen = useReplay((state) => state.team);
  const versions = useVersions(run);
  const parent = branches.find(({ id }) => id === place.source?.id);
  const team =
    chosen !== null && versions?.includes(chosen)
      ? chosen
      : versions && usualTeam(versions, recording.iteration, document.training.lag, parent);
  const said = saidAt(run, episode, place.message, team ?? 0);
  const { show, ask } = replayStore.getState();
  const edit = (part: Partial<Omit<Draft, 'place'>>): void => {
    stay(place);
    replayStore.getState().edit(place, part);
  };
  if (!said) return null;
  const change = changeOf(draft, said);
  return (
    <section className={styles.change} aria-label={words.heading}>
      <div className={styles.head}>
        <h3 className={styles.heading}>{words.heading}</h3>
        <span className={styles.fact}>
          {place.source && parent ? words.of.continuation(place.source.continuation, branchName(document, parent)) : words.of.recording}
        </span>
        {place.source && (
          <Button size="compact-xs" variant="default" onClick={() => show(null)}>
            {words.back}
          </Button>
        )}
      </div>
      <MessageChoice
        run={run}
        episode={episode}
        place={place}
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
        message={episode.messages[place.message]}
        name={agentName(document, said.role)}
        change={change}
        versions={versions ?? []}
        onChange={edit}
        said={said}
      />
      <AskRow
        run={run}
        iteration={recording.iteration}
        versions={versions}
        team={team}
        onAsk={() => {
          stay(place);
          if (team !== null) void ask(place, recording, change, team);
        }}
      />
    </section>
  );
}

/** What is being changed stays on screen, also while a run goes on whose newest episodes were followed. */
function stay({ iteration, episode, message }: DraftPlace): void {
  const cursor = cursorStore.getState();
  if (cursor.iteration !== iteration || cursor.episode !== episode) cursor.move({ iteration, episode, message });
}

/** How things are at a message of the episode. */
function saidAt({ document }: RunSet, { messages }: EpisodeRecord, index: number, team: number): Said | null {
  const message = messages[index];
  const agent = document.team.agents.find(({ role }) => role === message?.role);
  if (!message || !agent) return null;
  return { role: message.role, text: message.text, prompt: agent.prompt, temperature: agent.sampling.temperature, team };
}
