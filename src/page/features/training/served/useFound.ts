/** What the chosen server was found to be able to, asked again when the project or what it is called changes. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { faultFrom, type Fault } from '../../../../core/faults.ts';
import type { ForwardedServer, FoundServer } from '../../../../core/served.ts';
import { useDocument } from '../../../state/document/document.ts';
import { engineStore, isActive, useEngine } from '../../../state/engine/engine.ts';

/** A pause after an edit before the server's refusals are looked at again, milliseconds. */
const PAUSE = 400;

export interface Found {
  /** What was found last. */
  readonly found: FoundServer | null;
  readonly fault: Fault | null;
  readonly asking: boolean;
  /** `anew`: whatever was found before. */
  readonly ask: (anew: boolean) => void;
}

export function useFound(server: ForwardedServer): Found {
  const { url, model } = server;
  const team = useDocument((state) => state.document.team);
  const training = useDocument((state) => state.document.training);
  const busy = useEngine((state) => isActive(state.phase));
  const [answer, setAnswer] = useState<Omit<Found, 'ask'>>({ found: null, fault: null, asking: true });
  /** Only the newest question's answer counts. */
  const turn = useRef(0);
  const ask = useCallback((anew: boolean): void => {
    const own = ++turn.current;
    const say = (part: Partial<Found>): void => {
      if (own === turn.current) setAnswer((before) => ({ ...before, ...part }));
    };
    say({ asking: true });
    engineStore
      .getState()
      .findServer(anew)
      .then(
        (found) => say({ asking: false, fault: null, ...(found && { found }) }),
        (error: unknown) => say({ asking: false, found: null, fault: faultFrom(error) }),
      );
  }, []);
  useEffect(() => {
    if (busy) return;
    const timer = setTimeout(() => ask(false), PAUSE);
    return () => clearTimeout(timer);
  }, [ask, busy, url, model, team, training]);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );
  return { ...answer, ask };
}
