/**
 * The page's address follows the cursor, and the cursor the address: links, reloads, and the browser's back and forward. Going
 * to another place or view is a step of the history; moving within one only changes where that step leads.
 */
import type { StoreApi } from 'zustand/vanilla';
import {
  formatAddress,
  isStep,
  parseAddress,
  sameLesson,
  whereOf,
  type Address,
  type LearnAddress,
  type LessonAddress,
} from '../../state/address/address.ts';
import type { CursorState } from '../../state/address/cursor.ts';
import { addressOf } from '../../state/address/addressOf.ts';
import type { RunSet } from '../../state/runs/types.ts';

/** What an address asked for that is not here; null when all of it was found. A step that is not there the lesson tells itself. */
export type Missing = { readonly what: 'run' | 'iteration' | 'episode' | 'token' | 'lesson'; readonly address: Address } | null;

export interface AddressHosts {
  readonly cursor: Pick<StoreApi<CursorState>, 'getState' | 'subscribe'>;
  /** Roles of the open project's agents. */
  readonly roles: () => readonly string[];
  readonly runs: {
    /** The run on screen. */
    current(): RunSet | null;
    /** Brings a run on screen, reading it where it is not here yet; whether it is there. */
    bring(run: string): Promise<boolean>;
    /** Reads the episodes of an iteration of the run on screen, where they are on disk; of very many those around `episode`. Never rejects. */
    read(iteration: number, episode?: number): Promise<void>;
    subscribe(change: () => void): () => void;
  };
  readonly lessons: {
    /** The step of the lesson that is open; empty where none is. */
    current(): LessonAddress;
    /** Whether a step is just being entered: where it leads is not known yet. */
    entering(): boolean;
    /** Opens a step, which takes the cursor to where it leads, or closes the lesson; whether there is such a lesson. Never rejects. */
    open(address: LessonAddress): Promise<boolean>;
    subscribe(change: () => void): () => void;
  };
  /** What of the Learn place is open. */
  readonly learn: {
    current(): LearnAddress;
    open(address: LearnAddress): void;
    subscribe(change: () => void): () => void;
  };
  /** The browser's address and history. */
  readonly page: {
    hash(): string;
    write(hash: string, step: boolean): void;
    /** Calls when the person went back or forward, or wrote another address. */
    subscribe(change: () => void): () => void;
  };
  readonly tell: (missing: NonNullable<Missing>) => void;
}

export interface AddressBar {
  /** Goes where an address says, as far as that is here. */
  open(address: Address): Promise<Missing>;
  /** Writes what has not been written yet. */
  flush(): void;
  stop(): void;
}

/** Time between two rewritings of the address, milliseconds: browsers refuse more than a few a second. */
const CALM = 250;

/** Begins with the address the page was opened with, and follows from then on. */
export function followAddressBar({ cursor, roles, runs, lessons, learn, page, tell }: AddressHosts): AddressBar {
  let opening = 0;
  let busy = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let written: Address = parseAddress(page.hash()) ?? {};

  const addressNow = (): Address => addressOf(cursor.getState(), runs.current()?.id ?? null, roles(), lessons.current(), learn.current());
  const flush = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
    if (busy || lessons.entering()) return;
    const now = addressNow();
    const hash = formatAddress(now);
    if (hash === formatAddress(written)) return;
    page.write(hash, isStep(written, now));
    written = now;
  };
  const change = (): void => {
    if (busy || lessons.entering()) return;
    if (isStep(written, addressOf(cursor.getState(), null, [], lessons.current(), learn.current()))) flush();
    else waiting ??= setTimeout(flush, CALM);
  };

  const open = async (address: Address): Promise<Missing> => {
    const mine = ++opening;
    busy = true;
    written = address;
    const missing = await go(address, () => opening === mine);
    if (opening !== mine) return null; // another one was asked for meanwhile
    busy = false;
    // What could not be found is not claimed any more; this is no step of its own.
    const now = addressNow();
    if (formatAddress(now) !== page.hash()) page.write(formatAddress(now), false);
    written = now;
    if (missing) tell(missing);
    return missing;
  };

  const go = async (address: Address, wanted: () => boolean): Promise<Missing> => {
    const { lesson, role, run, iteration, episode, message, token } = address;
    const { move } = cursor.getState();
    if (!sameLesson(address, lessons.current())) {
      if (!(await lessons.open(address))) return { what: 'lesson', address };
      if (!wanted()) return null;
    }
    // A step alone stands for where it leads.
    if (lesson !== undefined && address.place === undefined) return null;
    // An agent of another project is not selected here.
    const agents = roles();
    if (address.place === 'learn') learn.open(address);
    move({ ...whereOf(address), role: agents.find((one) => one === role) ?? agents[0] ?? null });
    if (run !== undefined && runs.current()?.id !== run && !(await runs.bring(run))) return { what: 'run', address };
    if (!wanted()) return null;
    if (iteration === undefined) {
      if (cursor.getState().iteration !== null) move({ iteration: null });
      return null;
    }
    const there = runs.current();
    if (!there?.episodes[iteration] && !there?.stored?.includes(iteration)) {
      move({ iteration: null });
      return { what: 'iteration', address };
    }
    move({ iteration }); // first, so that it is not let go as soon as it is read
    await runs.read(iteration, episode);
    if (!wanted()) return null;
    const episodes = runs.current()?.episodes[iteration];
    if (!episodes) {
      move({ iteration: null });
      return { what: 'iteration', address };
    }
    if (episode === undefined) return null;
    const record = episodes.find((each) => each.episode === episode);
    if (!record) return { what: 'episode', address };
    const tokens = message === undefined ? undefined : record.messages[message]?.response_ids.length;
    if (message === undefined || tokens === undefined || (token !== undefined && token >= tokens)) {
      move({ iteration, episode });
      return message === undefined ? null : { what: 'token', address };
    }
    move({ iteration, episode, message, token: token ?? null });
    return null;
  };

  const follow = (): void => {
    const hash = page.hash();
    const address = hash === '' ? {} : parseAddress(hash);
    // A project's link is opened elsewhere, and a skip link only moves the focus.
    if (address && formatAddress(address) !== formatAddress(written)) void open(address);
  };

  const stops = [
    cursor.subscribe(change),
    runs.subscribe(change),
    lessons.subscribe(change),
    learn.subscribe(change),
    page.subscribe(follow),
  ];
  // This part of the page comes a moment after what can be clicked: who went elsewhere meanwhile stays there.
  const { place, tab, view } = cursor.getState();
  if (Object.keys(written).length > 0) void open(place === whereOf(written).place ? written : { ...written, place, tab, view });
  else change();
  return {
    open,
    flush,
    stop: () => {
      clearTimeout(waiting);
      opening += 1;
      for (const stop of stops) stop();
    },
  };
}
