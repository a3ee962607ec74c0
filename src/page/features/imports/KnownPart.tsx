/** What the files of a run hold, of how many of its episodes and messages. */
import { Stack, Text } from '@mantine/core';
import { EPISODE_FACTS, MESSAGE_FACTS } from '../../../core/formats/imports/run/info.ts';
import type { Survey } from '../../../../workers/library/protocol.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import { COLON, COMMA, GAP, importText, PERCENT, reworded } from '../../../words/words.ts';
import styles from './imports.module.css';

const words = importText.dialogue;
/** Notices that are shown here; all stand among the run's. */
const SAID = 5;

export function KnownPart({ survey: { known, metrics, notices, whole } }: { readonly survey: Survey }) {
  const { episodes, messages } = known;
  const rows = [
    ...EPISODE_FACTS.map((fact) => ({ fact, count: known.ofEpisodes[fact], of: episodes })),
    ...MESSAGE_FACTS.map((fact) => ({ fact, count: known.ofMessages[fact], of: messages })),
  ];
  return (
    <Stack gap={6} component="section" aria-label={words.known}>
      <Text size="sm" fw={650}>
        {words.known}
      </Text>
      <Text size="xs" c="dimmed">
        {words.knownHelp}
      </Text>
      {notices.length > 0 && (
        <ul className={styles.notices} aria-label={words.notices}>
          {notices.slice(0, SAID).map((notice) => (
            <li key={notice}>{reworded(notice)}</li>
          ))}
          {notices.length > SAID && <li>{words.moreNotices(notices.length - SAID)}</li>}
        </ul>
      )}
      {episodes === 0 && metrics.length === 0 && <Text size="sm">{words.nothing}</Text>}
      {metrics.length > 0 && (
        <Text size="sm">
          {words.curves(metrics.length)}
          {COLON}
          {metrics.slice(0, 6).join(COMMA)}
          {metrics.length > 6 && ' …'}
        </Text>
      )}
      {episodes > 0 && (
        <>
          <Text size="sm">
            {!whole && `${words.begun}${GAP}`}
            {words.messages(episodes, messages)}
          </Text>
          <dl className={styles.known}>
            {rows.map(({ fact, count, of }) => (
              <div key={fact} data-known={count === 0 ? 'none' : count === of ? 'all' : 'some'}>
                <dt>{importText.facts[fact]}</dt>
                <dd>{count === 0 ? words.none : count === of ? words.all : words.some(`${formatNumber((count / of) * 100)}${PERCENT}`)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Stack>
  );
}
