/** Which turn's connections are shown, where they differ or an episode of several turns is read. */
import { SegmentedControl, Select } from '@mantine/core';
import { canvasStore, readingAt } from '../model/canvas.ts';
import { cursorStore } from '../../../state/address/cursor.ts';
import { teamText } from '../../../../words/words.ts';
import { useShownTurn, type TurnChoice } from '../model/shownTurn.ts';

/** More turns than these do not fit beside one another. */
const SIDE_BY_SIDE = 4;
const words = teamText.turns;

function nameOf({ turn, until }: TurnChoice): string {
  return until === null || until > turn + 1 ? words.from(turn) : words.turn(turn);
}

export function TurnPicker() {
  const { turn, choices } = useShownTurn();
  if (choices.length < 2) return null;
  const data = choices.map((choice) => ({ value: String(choice.turn), label: nameOf(choice) }));
  const choose = (value: string | null): void => {
    const choice = choices.find((candidate) => String(candidate.turn) === value);
    if (!choice) return;
    canvasStore.getState().showTurn(choice.turn, readingAt(cursorStore.getState()));
    canvasStore.getState().say(teamText.done.turn(nameOf(choice)));
  };
  return choices.length <= SIDE_BY_SIDE ? (
    <SegmentedControl size="xs" aria-label={words.label} data={data} value={String(turn)} onChange={choose} />
  ) : (
    <Select size="xs" w={150} aria-label={words.label} data={data} value={String(turn)} onChange={choose} allowDeselect={false} />
  );
}
