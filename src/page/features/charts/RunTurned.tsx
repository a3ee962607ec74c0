/** Who saved and who spoiled the episodes last asked about, while the team trains: each agent's shares with their intervals. */
import { Table } from '@mantine/core';
import { LIVE_EPISODES, LIVE_SHARES, LIVE_WON, liveAgents, type ToldShare } from '../../../core/counterfactual/turned/liveShares.ts';
import { PERCENT, turnedText } from '../../../words/words.ts';
import { agentIndex, agentName } from '../../kit/figures/lineStyle.ts';
import { HelpButton } from '../../kit/help/HelpButton.tsx';
import { agentColor } from '../../kit/theme/agentColors.ts';
import { useScheme } from '../../kit/theme/useScheme.ts';
import type { RunSet } from '../../state/runs/types.ts';
import styles from './turned.module.css';

const words = turnedText.live;
const percent = (share: number): string => `${Math.round(100 * share)}${PERCENT}`;

const along = (share: number): string => `${100 * share}%`;

export function RunTurned({ run: { document, metrics } }: { readonly run: RunSet }) {
  const scheme = useScheme();
  const row = metrics.at(-1);
  const episodes = row?.[LIVE_EPISODES];
  if (!row || episodes === undefined) return null;
  const roles = document.team.agents.map(({ role }) => role);
  return (
    <section className={styles.turned} data-stage="turned" aria-label={words.title}>
      <h3 className={styles.title}>
        {words.title} <HelpButton title={words.title} what={words.help} term="counterfactual" />
      </h3>
      <p className={styles.about}>{words.about(episodes, row[LIVE_WON] ?? 0)}</p>
      <div className={styles.wide} role="group" aria-label={words.title} tabIndex={0}>
        <Table verticalSpacing={3} fz="xs" aria-label={words.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{turnedText.table.agent}</Table.Th>
              {LIVE_SHARES.map((share) => (
                <Table.Th key={share}>{words.shares[share]}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {liveAgents(row, roles).map(({ role, shares }) => (
              <Table.Tr key={role}>
                <Table.Th scope="row">{agentName(document, role)}</Table.Th>
                {LIVE_SHARES.map((share) => (
                  <Table.Td key={share}>
                    <Bar share={shares[share]} color={agentColor(agentIndex(document, role), scheme)} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

/** From 0 to 1: the share, and its interval around it. */
function Bar({ share, color }: { readonly share: ToldShare | null; readonly color: string }) {
  if (!share) return turnedText.table.unknown;
  const { value, interval } = share;
  return (
    <div className={styles.cell}>
      <span className={styles.bar} style={{ color }} aria-hidden>
        <span className={styles.range} style={{ left: along(interval.low), width: along(interval.high - interval.low) }} />
        <span className={styles.centre} style={{ left: along(value) }} />
      </span>
      <span className={styles.value}>
        {turnedText.table.share(percent(value), turnedText.range(percent(interval.low), percent(interval.high)))}
      </span>
    </div>
  );
}
