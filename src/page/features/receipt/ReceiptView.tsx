/** The learning receipt: what the iteration's update did to the tokens it learnt from, and what stopped it. */
import { Button, SegmentedControl } from '@mantine/core';
import { IconPlayerSkipForward, IconReceipt } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import type { IterationReceipt } from '../../../core/credit/receipt.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { stepAtHand } from '../../state/beginning/begin.ts';
import { type ReceiptScope, readerStore, useReader } from '../../state/reading/reader.ts';
import { receiptAt } from './receipt.ts';
import type { ViewProps } from '../../kit/tokens/view.ts';
import { EmptyState } from '../../kit/notices/EmptyState.tsx';
import { GAP, receiptText as words } from '../../../words/words.ts';
import { useScheme } from '../../kit/theme/useScheme.ts';
import { AgentCard } from './AgentCard.tsx';
import { FateBars } from './FateBars.tsx';
import { PushScatterFigure } from './PushScatterFigure.tsx';
import { ReceiptTokens } from './ReceiptTokens.tsx';
import styles from './receipt.module.css';

export function ReceiptView({ run, iteration, episodes, episode }: ViewProps) {
  const scope = useReader((state) => state.scope);
  const { document, metrics } = run;
  const whole = useMemo(() => receiptAt({ document, metrics }, iteration, episodes), [document, metrics, iteration, episodes]);
  const one = useMemo(
    () => receiptAt({ document, metrics }, iteration, episodes, episode.episode),
    [document, metrics, iteration, episodes, episode.episode],
  );
  const scheme = useScheme();
  const onPoint = useCallback(
    (message: number, token: number) => cursorStore.getState().move({ iteration, episode: episode.episode, message, token }),
    [iteration, episode.episode],
  );
  if (!whole || !one) return <NoReceipt />;
  const shown = scope === 'episode' ? one : whole;
  const note = words.note(document.name, iteration, scope === 'episode' ? episode.episode : null);
  const common = { receipt: shown, run, episodes, note, scheme };
  return (
    <section className={styles.view} aria-label={words.heading}>
      <header className={styles.head}>
        <SegmentedControl
          size="xs"
          aria-label={words.scope}
          value={scope}
          onChange={(value) => readerStore.getState().setScope(value as ReceiptScope)}
          data={[
            { value: 'iteration', label: words.scopes.iteration(episodes.length) },
            { value: 'episode', label: words.scopes.episode(episode.episode) },
          ]}
        />
        <p className={styles.summary}>{summaryOf(shown, iteration)}</p>
      </header>
      <ul className={styles.cards} aria-label={words.agents}>
        {shown.agents.map((agent) => (
          <AgentCard key={agent.role} receipt={agent} document={document} scheme={scheme} />
        ))}
      </ul>
      <FateBars {...common} />
      <ReceiptTokens run={run} episode={episode} receipt={one} peers={whole} scheme={scheme} onPoint={onPoint} />
      <PushScatterFigure {...common} iteration={iteration} />
    </section>
  );
}

function summaryOf({ tokens, pushed, went, stoppedEarly }: IterationReceipt, iteration: number): string {
  const sentence = words.summary(iteration, pushed, tokens.length, went);
  return stoppedEarly ? `${sentence}${GAP}${words.stoppedEarly}` : sentence;
}

function NoReceipt() {
  return (
    <EmptyState
      icon={IconReceipt}
      title={words.none.title}
      hint={words.none.hint}
      actions={
        <Button leftSection={<IconPlayerSkipForward size={16} aria-hidden />} onClick={() => void stepAtHand()}>
          {words.none.step}
        </Button>
      }
    />
  );
}
