/**
 * What an agent says now or said last, and its curves in the run on screen; both lead to what it saw and said in full. What
 * comes with every token is drawn by the one line that shows it.
 */
import { Popover, Text, UnstyledButton } from '@mantine/core';
import { useStore } from '@xyflow/react';
import { useRef, useState } from 'react';
import { useCursor } from '../../../state/address/cursor.ts';
import { useEngine } from '../../../state/engine/engine.ts';
import { exchangeOf, newestEpisode, type Exchange } from '../model/exchanges.ts';
import { LEAST_LETTER } from '../model/fitted.ts';
import { agentSparks } from '../model/sparklines.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import { useCalmRun } from '../../../kit/runs/useCalmRun.ts';
import { teamText } from '../../../../words/words.ts';
import { ExchangeView } from './ExchangeView.tsx';
import { Sparks } from './Sparks.tsx';
import styles from '../team.module.css';

/** Least time between two drawings of what comes once an iteration, milliseconds. */
const INTERVAL = 400;
/** How long a pointer rests before it is answered, milliseconds. */
const REST = 350;

export function AgentTrace({ role }: { readonly role: string }) {
  const run = useCalmRun(INTERVAL);
  const iteration = useCursor((state) => state.iteration);
  const episode = useCursor((state) => state.episode);
  const exchange = run && exchangeAt(run, role, iteration, episode);
  const sparks = run && agentSparks(run.metrics, role);
  const isLive = useEngine((state) => state.activity[role]?.says !== undefined);
  if (!exchange && !isLive && !sparks?.reward) return null;
  return (
    <>
      <SaidLine role={role} exchange={exchange} sparks={sparks} />
      {sparks && <Sparks sparks={sparks} />}
    </>
  );
}

/** In the episode a person chose to read, otherwise in the newest one kept. */
function exchangeAt(run: RunSet, role: string, iteration: number | null, episode: number | null): Exchange | null {
  const chosen = iteration === null || episode === null ? undefined : run.episodes[iteration]?.find((record) => record.episode === episode);
  const record = chosen ?? newestEpisode(run);
  return record && exchangeOf(run, record, role);
}

interface SaidProps {
  readonly role: string;
  readonly exchange: Exchange | null;
  readonly sparks: ReturnType<typeof agentSparks> | null;
}

/**
 * One line of words; pointing at it, or a press of the button it is, opens all of it. A click selects the agent first, as
 * anywhere else on it.
 */
function SaidLine({ role, exchange, sparks }: SaidProps) {
  const [open, setOpen] = useState(false);
  const selected = useCursor((state) => state.role === role);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (next: boolean): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), REST);
  };
  return (
    <Popover opened={open && exchange !== null} onChange={setOpen} width={340} position="bottom" withArrow shadow="md" trapFocus={false}>
      <Popover.Target>
        <UnstyledButton
          className={`${styles.said} nodrag nopan`}
          aria-label={teamText.exchange.open(role)}
          disabled={exchange === null}
          onClick={(event) => {
            // A key’s press, a click of no button, opens it at once.
            if (!selected && event.detail > 0) return;
            clearTimeout(timer.current);
            setOpen(!open);
            event.stopPropagation();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setOpen(false);
            // Enter and Space press this button; they are no keys of the node around it.
            if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
          }}
          onFocus={(event) => event.currentTarget.matches(':focus-visible') && setOpen(true)}
          onBlur={() => later(false)}
          onPointerEnter={({ pointerType }) => pointerType !== 'touch' && later(true)}
          onPointerLeave={({ pointerType }) => pointerType !== 'touch' && later(false)}
        >
          <Words role={role} said={exchange?.said ?? null} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown
        p="sm"
        className="nodrag nopan nowheel"
        aria-label={teamText.exchange.open(role)}
        onMouseEnter={() => clearTimeout(timer.current)}
        onMouseLeave={() => later(false)}
      >
        {exchange && <ExchangeView exchange={exchange} sparks={sparks} />}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Characters for which there is room where letters have their own size, pixels. */
const ROOM = 26;
const LETTER = 12;

/** The end of a message that grows: its newest words are what one looks for. */
function endOf(words: string, room: number): string {
  const line = words.trim().replace(/\s+/g, ' ');
  return line.length > room ? `…${line.slice(1 - room)}` : line;
}

/** The words as they are sampled, while they are. */
function Words({ role, said }: { readonly role: string; readonly said: string | null }) {
  const live = useEngine((state) => state.activity[role]?.says);
  const speaking = useEngine((state) => state.activity[role]?.state === 'generating');
  const underWay = useEngine((state) => state.activity[role] !== undefined);
  const room = useStore(({ transform }) => Math.floor(ROOM * Math.min(1, (LETTER * transform[2]) / LEAST_LETTER)));
  const words = live ?? said;
  if (words === null)
    return (
      <Text size="xs" c="dimmed" truncate>
        {teamText.exchange.silent}
      </Text>
    );
  return (
    <Text
      size="xs"
      ff="monospace"
      truncate
      // What it said in an episode that is over, while it has not spoken in the one under way.
      c={underWay && live === undefined ? 'dimmed' : undefined}
      className={live !== undefined && speaking ? styles.live : undefined}
      title={live === undefined ? undefined : teamText.exchange.live}
    >
      {live === undefined ? words.trim() || '∅' : endOf(words, room) || '∅'}
    </Text>
  );
}
