/** Stepping the backward recursion from the keyboard and the palette. */
import { cursorStore } from '../../../state/address/cursor.ts';
import { episodeRead, reading } from '../../../state/reading/reader.ts';
import { currentRun, runsStore } from '../../../state/runs/runs.ts';
import { batchCredit } from '../../../state/reading/batchCredit.ts';
import { decisionsOf, recursionMoves, type RecursionMoves } from './microscope.ts';
import type { Command } from '../../../kit/commands/command.ts';
import { inPlace } from '../../../kit/commands/inPlace.ts';
import { microscopeText } from '../../../../words/words.ts';

const words = microscopeText.recursion;

/** The moves from where the cursor stands; why there are none. */
function atHand(): { readonly moves: RecursionMoves; readonly iteration: number; readonly episode: number } | string {
  const run = currentRun(runsStore.getState());
  const now = reading();
  const cursor = cursorStore.getState();
  const episodes = (now && run?.episodes[now.iteration]) ?? [];
  const record = episodeRead();
  if (!run || !now || !record) return words.noEpisode;
  const credit = batchCredit(run, now.iteration, episodes);
  if (!credit.recursive) return words.noRecursion;
  const { message, token } = cursor;
  const ref = record.episode === cursor.episode && message !== null && token !== null ? { message, token } : null;
  return { moves: recursionMoves(decisionsOf(record, credit), ref), iteration: now.iteration, episode: record.episode };
}

function step(id: keyof RecursionMoves, keys?: string): Command {
  return inPlace('inspect', {
    id: `microscope.${id}`,
    group: 'inspect',
    title: words.commands[id],
    also: words.also,
    ...(keys === undefined ? {} : { keys }),
    refused: () => {
      const found = atHand();
      if (typeof found === 'string') return found;
      return found.moves[id] ? null : words.noFurther;
    },
    run: () => {
      const found = atHand();
      if (typeof found === 'string') return;
      const to = found.moves[id];
      if (to)
        cursorStore.getState().move({
          place: 'inspect',
          view: 'microscope',
          iteration: found.iteration,
          episode: found.episode,
          message: to.message,
          token: to.token,
        });
    },
  });
}

export const microscopeCommands: readonly Command[] = [step('forward', 'I'), step('back', 'U'), step('first'), step('last')];
