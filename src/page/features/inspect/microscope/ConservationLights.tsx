/** Whether an iteration's credit adds up: a light for each identity, what it says and where it is broken behind a button. */
import { Popover, UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { EpisodeRecord } from '../../../../core/episode/records.ts';
import { cursorStore } from '../../../state/address/cursor.ts';
import { type Breach, checkLights, type Light, type LightId, LIGHTS, type Lights, lightsShown } from './conservationLights.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import { formatNumber } from '../../../kit/figures/format.ts';
import { COLON, CLAUSE, microscopeText } from '../../../../words/words.ts';
import styles from './microscope.module.css';

const words = microscopeText.lights;
/** Most breaches named under one light. */
const NAMED = 5;

interface Props {
  readonly run: RunSet;
  readonly iteration: number;
  /** All episodes of the iteration that are here. */
  readonly episodes: readonly EpisodeRecord[];
}

export function ConservationLights({ run, iteration, episodes }: Props) {
  const lights = useLights(run, iteration, episodes);
  const [opened, setOpened] = useState(false);
  const shown = lights ? lightsShown(lights) : LIGHTS;
  const count = (state: Light['state']): number => (lights ? shown.filter((id) => lights[id].state === state).length : 0);
  const [holding, broken, untold] = [count('green'), count('red'), count('grey')];
  const says = !lights ? words.checking : shown.length === 0 ? words.imported : words.says(holding, broken, untold);
  return (
    <Popover opened={opened} onChange={setOpened} width={340} position="bottom-end" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={styles.lights}
          data-stage="lights"
          data-state={broken > 0 ? 'red' : undefined}
          aria-label={`${words.label}${COLON}${says}`}
          title={says}
          onClick={() => setOpened(!opened)}
        >
          {words.label}
          {shown.map((id) => (
            <span key={id} className={styles.light} data-state={lights?.[id].state ?? 'grey'} data-light={id} />
          ))}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.label}>
        <ul className={styles.lightList}>
          {shown.map((id) => (
            <LightEntry
              key={id}
              id={id}
              light={lights?.[id] ?? null}
              imported={shown.length < LIGHTS.length}
              iteration={iteration}
              onGo={() => setOpened(false)}
            />
          ))}
        </ul>
        {shown.length < LIGHTS.length && <p className={styles.small}>{words.imported}</p>}
      </Popover.Dropdown>
    </Popover>
  );
}

interface EntryProps {
  readonly id: LightId;
  readonly light: Light | null;
  /** Of another trainer's run, whose segments are not known. */
  readonly imported: boolean;
  readonly iteration: number;
  readonly onGo: () => void;
}

function LightEntry({ id, light, imported, iteration, onGo }: EntryProps) {
  const { name, says } = words.entries[id];
  return (
    <li>
      <div className={styles.lightHead}>
        <span className={styles.light} data-state={light?.state ?? 'grey'} />
        {name}
        <span className={styles.small}>{light ? stateOf(id, light) : words.checking}</span>
      </div>
      <p>{imported && id === 'masks' ? words.arrays : says}</p>
      {light?.state === 'grey' && <p className={styles.small}>{words.unknown[light.why]}</p>}
      {light?.state === 'red' && (
        <>
          {light.breaches.slice(0, NAMED).map((breach, index) => (
            // Breaches are listed as found and never change their order.
            <BreachLine key={index} breach={breach} iteration={iteration} onGo={onGo} />
          ))}
          {light.count > NAMED && <p className={styles.small}>{words.more(light.count - NAMED)}</p>}
        </>
      )}
    </li>
  );
}

function BreachLine({ breach, iteration, onGo }: { readonly breach: Breach; readonly iteration: number; readonly onGo: () => void }) {
  const { episode, message, token, role, defect, expected, actual } = breach;
  const numbers = !Number.isNaN(expected) && words.expected(formatNumber(expected), formatNumber(actual));
  if (episode === null) return <p>{role === undefined ? numbers : words.agent(role, formatNumber(actual))}</p>;
  const go = (): void => {
    cursorStore.getState().move({
      iteration,
      episode,
      ...(message === null ? {} : { message, token: token ?? 0 }),
    });
    onGo();
  };
  return (
    <UnstyledButton className={styles.violation} onClick={go}>
      {[words.place(episode, message, role ?? null), defect && words.defects[defect], numbers].filter(Boolean).join(COLON)}
    </UnstyledButton>
  );
}

function stateOf(id: LightId, light: Light): string {
  if (light.state === 'green') return `${words.green}${CLAUSE}${words.checked[light.of ?? id](light.checked)}`;
  return light.state === 'red' ? words.broken(light.count) : words.grey;
}

/** The lights of an iteration, checked in slices so that the page stays smooth; null while that goes on. */
function useLights(run: RunSet, iteration: number, episodes: readonly EpisodeRecord[]): Lights | null {
  const { document, info } = run;
  const window = run.windows?.[iteration];
  // A run under way is a new object with every event; of its metrics only this iteration's row matters.
  const row = run.metrics.find((candidate) => candidate['iteration'] === iteration);
  const [found, setFound] = useState<{ readonly of: readonly unknown[]; readonly lights: Lights } | null>(null);
  useEffect(() => {
    const check = checkLights(
      { document, metrics: row ? [row] : [], ...(info ? { info } : {}), ...(window ? { windows: { [iteration]: window } } : {}) },
      iteration,
      episodes,
    );
    let timer: ReturnType<typeof setTimeout>;
    const step = (): void => {
      const { done, value } = check.next();
      if (done) setFound({ of: [document, info, row, window, iteration, episodes], lights: value });
      else timer = setTimeout(step, 0);
    };
    timer = setTimeout(step, 0);
    return () => clearTimeout(timer);
  }, [document, info, row, window, iteration, episodes]);
  const current = found?.of.every((part, index) => part === [document, info, row, window, iteration, episodes][index]) ?? false;
  return current ? (found?.lights ?? null) : null;
}
