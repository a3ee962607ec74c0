/** One episode read message by message, its sampled tokens coloured by a channel, the numbers of one token beside them. */
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { cursorStore, useCursor } from '../../state/address/cursor.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { inspectText } from '../../../words/words.ts';
import { ChannelBar, chooseChannel } from './ChannelBar.tsx';
import { EpisodeHead } from './EpisodeHead.tsx';
import { useBatchCredit, useHeat } from '../../kit/tokens/heat.ts';
import { HeatMap } from './HeatMap.tsx';
import styles from './inspect.module.css';
import { isIn, type TokenRef } from '../../kit/tokens/tokenNavigation.ts';
import { TokenNumbers } from './TokenNumbers.tsx';
import type { ViewProps } from '../../kit/tokens/view.ts';

const text = inspectText.reader;

export function Transcript({ run, iteration, episodes, episode }: ViewProps) {
  const channel = useCursor((cursor) => cursor.channel);
  const credit = useBatchCredit(run, iteration, episodes);
  const heat = useHeat(credit, episode, channel);
  const { current, lookedAt, onHover, onPoint } = usePointedToken(iteration, episode);
  return (
    <article className={styles.transcript} data-stage="transcript" aria-label={text.episode(episode.episode)}>
      <EpisodeHead episode={episode} document={run.document} />
      <HeatMap
        episode={episode}
        document={run.document}
        vocabularies={run.vocabularies}
        heat={heat}
        current={current}
        onPoint={onPoint}
        onHover={onHover}
      />
      <div className={styles.panel} role="group" aria-label={inspectText.token.heading}>
        <ChannelBar heat={heat} onChannel={chooseChannel} />
        <div className={styles.numbersBox}>
          <TokenNumbers
            episode={episode}
            credit={credit}
            tokenRef={lookedAt}
            channel={heat.channel}
            document={run.document}
            vocabularies={run.vocabularies}
          />
        </div>
      </div>
    </article>
  );
}

interface Pointed {
  /** The token the cursor stands on. */
  readonly current: TokenRef | null;
  /** The token pointed at, else the cursor's. */
  readonly lookedAt: TokenRef | null;
  readonly onHover: (ref: TokenRef | null) => void;
  readonly onPoint: (ref: TokenRef) => void;
}

/** Which token of the episode is looked at: pointing is of the moment, choosing moves the page's cursor. */
export function usePointedToken(iteration: number, episode: EpisodeRecord): Pointed {
  const message = useCursor((cursor) => (cursor.episode === episode.episode ? cursor.message : null));
  const token = useCursor((cursor) => cursor.token);
  const current = useMemo(() => {
    const ref = message === null || token === null ? null : { message, token };
    return ref && isIn(episode, ref) ? ref : null;
  }, [episode, message, token]);
  const [hovered, setHovered] = useState<TokenRef | null>(null);
  // Drawn when there is time: who moves over many tokens sees the one where the pointer rests.
  const lookedAt = useDeferredValue(hovered && isIn(episode, hovered) ? hovered : current);
  const onPoint = useCallback(
    (ref: TokenRef) => cursorStore.getState().move({ iteration, episode: episode.episode, ...ref }),
    [iteration, episode.episode],
  );
  // Another episode may have come meanwhile.
  return { current, lookedAt: lookedAt && isIn(episode, lookedAt) ? lookedAt : null, onHover: setHovered, onPoint };
}
