/**
 * The advantage microscope: the whole team's transcript as a heat-map, and of the token looked at where its advantage comes from,
 * as arcs, as a sum written out, and step by step.
 */
import { Switch } from '@mantine/core';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useCursor } from '../../../state/address/cursor.ts';
import { decisionsOf, shownAdvantage } from './microscope.ts';
import { channelCsv, termsCsv } from './microscopeCsv.ts';
import { ChartMenu } from '../../../kit/charts/ChartMenu.tsx';
import { Figure } from '../../../kit/charts/Figure.tsx';
import { formatSigned } from '../../../kit/figures/format.ts';
import { inspectText, microscopeText as words } from '../../../../words/words.ts';
import { useScheme } from '../../../kit/theme/useScheme.ts';
import { ChannelBar, chooseChannel } from '../ChannelBar.tsx';
import { EpisodeHead } from '../EpisodeHead.tsx';
import { useBatchCredit, useHeat } from '../../../kit/tokens/heat.ts';
import { HeatMap } from '../HeatMap.tsx';
import { Arithmetic } from './Arithmetic.tsx';
import { ComparedReturns } from './ComparedReturns.tsx';
import { CreditStrip } from './CreditStrip.tsx';
import styles from './microscope.module.css';
import { Recursion } from './Recursion.tsx';
import { TermList } from './TermList.tsx';
import { saveTranscript } from './saveTranscript.ts';
import { TokenNumbers } from '../TokenNumbers.tsx';
import { usePointedToken } from '../Transcript.tsx';
import type { ViewProps } from '../../../kit/tokens/view.ts';

export function MicroscopeView({ run, iteration, episodes, episode }: ViewProps) {
  const { document, vocabularies } = run;
  const channel = useCursor((cursor) => cursor.channel);
  const view = useRef<HTMLElement>(null);
  const scheme = useScheme();
  const [prompts, setPrompts] = useState(false);
  const credit = useBatchCredit(run, iteration, episodes);
  const heat = useHeat(credit, episode, channel);
  const decisions = useMemo(() => decisionsOf(episode, credit), [episode, credit]);
  const { current, lookedAt, onHover, onPoint } = usePointedToken(iteration, episode);
  // Pointing elsewhere does not move the recursion.
  const stands = useDeferredValue(current);
  const { message, token } = lookedAt ?? {};
  const hasTokens = episode.messages.some(({ response_ids: ids }) => ids.length > 0);
  const unexplained = credit.unexplained(episode);
  const advantage = useMemo(
    () =>
      message === undefined || token === undefined || unexplained ? null : shownAdvantage(credit, episode, decisions, { message, token }),
    [unexplained, credit, episode, decisions, message, token],
  );
  const asTrained = useMemo(() => credit.normalized(episode), [credit, episode]);
  const trained =
    advantage && !asTrained.absence ? (asTrained.values[advantage.decision.message]?.[advantage.decision.token] ?? null) : null;
  const taught = useMemo(() => (advantage ? credit.taught(episode, advantage.decision) : null), [credit, episode, advantage]);
  const partial = credit.compares && !credit.whole;
  const missing = useMemo(
    () => (partial ? { here: episodes.length, all: document.training.episodes } : null),
    [partial, episodes, document],
  );
  return (
    <article ref={view} className={styles.microscope} aria-label={inspectText.reader.episode(episode.episode)}>
      <div className={styles.bar}>
        <ChannelBar heat={heat} onChannel={chooseChannel} />
        <Switch
          size="xs"
          label={words.scaffold}
          title={words.scaffoldHint}
          checked={prompts}
          onChange={(event) => setPrompts(event.currentTarget.checked)}
        />
        <ChartMenu
          title={words.transcript.title}
          onSave={(format) => {
            if (view.current) void saveTranscript({ run, episode, credit, heat, scheme }, view.current, format);
          }}
        />
      </div>
      {hasTokens && (
        <div className={styles.figure} data-stage="strip">
          <Figure
            title={words.figure.title}
            note={words.figure.note(
              document.name,
              iteration,
              episode.episode,
              inspectText.token.channels[heat.channel].title,
              advantage && { t: advantage.decision.t + 1, sum: formatSigned(advantage.sum) },
            )}
            file={`${document.name} ${words.figure.file(iteration, episode.episode)}`}
            csv={() => (advantage ? termsCsv(credit, episode, decisions, advantage.decision) : channelCsv(credit, episode, heat.channel))}
          >
            <CreditStrip
              episode={episode}
              document={document}
              vocabularies={vocabularies}
              heat={heat}
              advantage={advantage}
              onPoint={onPoint}
              onHover={onHover}
            />
          </Figure>
        </div>
      )}
      <div className={styles.columns}>
        <div className={styles.transcript}>
          <EpisodeHead episode={episode} document={run.document} />
          <HeatMap
            episode={episode}
            document={document}
            vocabularies={vocabularies}
            heat={heat}
            current={current}
            prompts={prompts}
            onPoint={onPoint}
            onHover={onHover}
          />
        </div>
        <div className={styles.side} data-stage="token" role="group" aria-label={inspectText.token.heading}>
          <TokenNumbers
            episode={episode}
            credit={credit}
            tokenRef={lookedAt}
            channel={heat.channel}
            document={document}
            vocabularies={vocabularies}
          />
          {advantage ? (
            <section aria-label={words.heading}>
              <h3 className={styles.heading}>
                {words.heading} <span className={styles.small}>{words.estimator[advantage.estimator]}</span>
              </h3>
              {credit.level === 'message' && <p className={styles.small}>{words.perMessage}</p>}
              <Arithmetic advantage={advantage} trained={trained} taught={taught} missing={missing} />
              {advantage.baseline && advantage.baseline.compared.length > 0 && (
                <ComparedReturns credit={credit} episode={episode} baseline={advantage.baseline} />
              )}
            </section>
          ) : (
            <p className={styles.small}>{unexplained ? words.lights.unknown[unexplained] : words.none}</p>
          )}
          {!credit.imported && (
            <Recursion credit={credit} episode={episode} document={document} decisions={decisions} tokenRef={stands} onPoint={onPoint} />
          )}
          {advantage && (
            <TermList advantage={advantage} episode={episode} document={document} vocabularies={vocabularies} onPoint={onPoint} />
          )}
        </div>
      </div>
    </article>
  );
}
