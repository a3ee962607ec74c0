/** The messages of the episode: one is changed, later ones can be pinned, and a pinned one says when it has gone stale. */
import { Badge, Radio, Switch, Tooltip } from '@mantine/core';
import type { Staleness } from '../../../core/counterfactual/branches.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import type { DraftRef } from './createReplay.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { agentIndex, agentName } from '../../kit/figures/lineStyle.ts';
import { COLON, GAP, replayText } from '../../../words/words.ts';
import { agentColor } from '../../kit/theme/agentColors.ts';
import { useScheme } from '../../kit/theme/useScheme.ts';
import styles from './replay.module.css';

const words = replayText.change;

interface Props {
  readonly run: RunSet;
  readonly episode: EpisodeRecord;
  readonly about: DraftRef;
  readonly pinned: readonly number[];
  readonly stale: ReadonlyMap<number, Staleness>;
  readonly onPin: (pinned: readonly number[]) => void;
}

export function MessageChoice({ run: { document }, episode, about, pinned, stale, onPin }: Props) {
  const scheme = useScheme();
  const nameOf = (index: number): string => {
    const message = episode.messages[index];
    return message ? words.message(agentName(document, message.role), message.turn, message.call) : '';
  };
  return (
    <Radio.Group
      size="xs"
      label={words.messages}
      value={String(about.message)}
      onChange={(value) => cursorStore.getState().move({ iteration: about.iteration, episode: about.episode, message: Number(value) })}
    >
      <ol className={styles.messages}>
        {episode.messages.map((message, index) => {
          const color = agentColor(agentIndex(document, message.role), scheme);
          const why = stale.get(index);
          return (
            // A message has no id of its own; its index in the episode never changes.
            <li key={index} className={styles.message} data-current={index === about.message} data-pinned={pinned.includes(index)}>
              <Radio
                size="xs"
                value={String(index)}
                label={
                  <span className={styles.line}>
                    <span style={{ color }} className={styles.speaker}>
                      {nameOf(index)}
                    </span>{' '}
                    <span className={styles.words}>{message.text === '' ? replayText.result.empty : message.text}</span>
                  </span>
                }
              />
              {index > about.message && (
                <span className={styles.pin}>
                  {pinned.includes(index) && <PinBadge stale={why ?? null} nameOf={nameOf} />}
                  <Switch
                    size="xs"
                    label={words.pin}
                    title={words.pinHint}
                    aria-label={`${words.pin}${COLON}${nameOf(index)}`}
                    checked={pinned.includes(index)}
                    onChange={({ currentTarget: { checked } }) => onPin(checked ? [...pinned, index] : pinned.filter((at) => at !== index))}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </Radio.Group>
  );
}

function PinBadge({ stale, nameOf }: { readonly stale: Staleness | null; readonly nameOf: (index: number) => string }) {
  if (!stale)
    return (
      <Badge size="xs" variant="outline" color="gray">
        {replayText.stale.fresh}
      </Badge>
    );
  return (
    <Tooltip label={whyStale(stale, nameOf)} multiline w={280} events={{ hover: true, focus: true, touch: true }}>
      <Badge size="xs" variant="outline" color="orange" tabIndex={0}>
        {replayText.stale.badge}
      </Badge>
    </Tooltip>
  );
}

function whyStale({ messages, self, turn }: Staleness, nameOf: (index: number) => string): string {
  const { seen, self: own, turn: before } = replayText.stale;
  const names = messages.map(nameOf);
  return [names.length > 0 && seen(names), self && own, turn && before].filter(Boolean).join(GAP);
}
