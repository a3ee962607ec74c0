/** Keys pressed between asking for the palette and the moment its field has the focus: they are the field's, and no commands. */
import { openedStore } from '../../kit/commands/openCommands.ts';

export interface TypedAhead {
  readonly text: string;
  /** Whether Enter came behind it; what comes later is passed over. */
  readonly entered: boolean;
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'getModifierState'>;

/** What is waiting after a press; null where the press is no typing. */
export function typedWith({ text, entered }: TypedAhead, press: Press): TypedAhead | null {
  const { key } = press;
  // AltGr, which some keyboards need for a sign, counts as Ctrl with Alt.
  const plain = press.getModifierState('AltGraph') || !(press.ctrlKey || press.metaKey || press.altKey);
  const isSign = [...key].length === 1;
  if (!plain || !(isSign || key === 'Backspace' || key === 'Enter')) return null;
  if (entered) return { text, entered };
  if (key === 'Enter') return { text, entered: true };
  return { text: isSign ? text + key : [...text].slice(0, -1).join(''), entered };
}

/** Keeps the press for the palette where that is awaited. Whether it did. */
export function keepForPalette(press: Press): boolean {
  const { typed } = openedStore.getState();
  const next = typed && typedWith(typed, press);
  if (!next) return false;
  openedStore.setState({ typed: next });
  return true;
}

/** Nothing is awaited any more; what was typed meanwhile, once. */
export function endWaiting(): TypedAhead | null {
  const { typed } = openedStore.getState();
  openedStore.setState({ typed: null });
  return typed;
}

/** Types into the palette's field as a person does. */
export function typeInto(field: HTMLInputElement, { text, entered }: TypedAhead): void {
  field.setRangeText(text, field.value.length, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  // Once the list shows what was found.
  if (entered) setTimeout(() => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true })));
}
