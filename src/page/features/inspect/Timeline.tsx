/** When each message of an episode was begun and had arrived, turn by turn, where agents have clocks. */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord, MessageRecord } from '../../../core/episode/records.ts';
import { inspectText } from '../../../words/words.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import { agentIndex, agentName } from '../../kit/figures/lineStyle.ts';
import { agentColor } from '../../kit/theme/agentColors.ts';
import { useScheme } from '../../kit/theme/useScheme.ts';
import styles from './inspect.module.css';

const text = inspectText.timeline;

type Timed = MessageRecord & { readonly started: number; readonly arrived: number };
const isTimed = (message: MessageRecord): message is Timed => message.started !== undefined && message.arrived !== undefined;

interface TimelineProps {
  readonly document: ProjectDocument;
  readonly episode: EpisodeRecord;
}

/** Nothing where no time passed. All turns have one scale, so that a longer turn is a longer line. */
export function Timeline({ document, episode }: TimelineProps) {
  const scheme = useScheme();
  const timed = episode.messages.filter(isTimed);
  if (timed.length === 0) return null;
  const longest = Math.max(...timed.map(({ arrived }) => arrived));
  const percent = (seconds: number): string => `${longest > 0 ? (100 * seconds) / longest : 0}%`;
  return (
    <section className={styles.timeline} aria-label={text.heading}>
      {[...new Set(timed.map(({ turn }) => turn))].map((turn) => (
        <figure key={turn}>
          <ol>
            {timed
              .filter((message) => message.turn === turn)
              .map(({ role, started, arrived, finish_reason: reason }) => (
                <li key={role}>
                  <span className={styles.timelineRole}>{agentName(document, role)}</span>
                  <span className={styles.timelineTrack} aria-hidden>
                    <span
                      className={styles.timelineBar}
                      data-interrupted={reason === 'interrupted' || undefined}
                      style={{
                        insetInlineStart: percent(started),
                        inlineSize: percent(arrived - started),
                        color: agentColor(agentIndex(document, role), scheme),
                      }}
                    />
                  </span>
                  <span className={styles.fact}>
                    {inspectText.message.times(formatNumber(started), formatNumber(arrived))}
                    {reason === 'interrupted' && `, ${inspectText.message.finishes.interrupted}`}
                  </span>
                </li>
              ))}
          </ol>
          <figcaption>{text.caption(turn)}</figcaption>
        </figure>
      ))}
    </section>
  );
}
