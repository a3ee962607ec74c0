/** Keys as commands spell them (`mod+shift+Z`): whether a key press is one of them, and how they are written on screen. */

interface Chord {
  /** Lower case: a letter, a digit, a sign, or a name such as `enter`. */
  readonly key: string;
  readonly mod: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const MODIFIERS = ['mod', 'ctrl', 'alt', 'shift'];

/** The alternatives of `keys`. */
export function chordsOf(keys: string): readonly Chord[] {
  return keys.split(',').map((alternative) => {
    const parts = alternative.trim().toLowerCase().split('+');
    const has = (modifier: string): boolean => parts.includes(modifier);
    return {
      key: parts.findLast((part) => !MODIFIERS.includes(part)) ?? '',
      mod: has('mod'),
      ctrl: has('ctrl'),
      alt: has('alt'),
      shift: has('shift'),
    };
  });
}

/** One text per chord however it is spelt, to compare commands by. */
export function canonicalKeys(keys: string): readonly string[] {
  return chordsOf(keys).map(({ key, ...modifiers }) =>
    [...MODIFIERS.filter((name) => modifiers[name as keyof typeof modifiers]), key].join('+'),
  );
}

/** Whether `press` is one of `keys`. `mod` is Cmd on a Mac and Ctrl elsewhere; either is taken on both. */
export function isPressed(keys: string, press: Press): boolean {
  return chordsOf(keys).some(({ key, mod, ctrl, alt, shift }) => {
    // A sign such as ? or ] already says which keys it takes: Shift on some keyboards, AltGr (Ctrl with Alt) on others.
    const sign = !/^[a-z0-9]$|^..+$/.test(key);
    if (sign && !mod && !ctrl && !alt && press.key === key && press.ctrlKey === press.altKey) return true;
    const wantsCtrl = mod || ctrl;
    const hasCtrl = press.ctrlKey || (mod && press.metaKey);
    if (wantsCtrl !== hasCtrl || (press.metaKey && !mod) || alt !== press.altKey) return false;
    if (!sign && shift !== press.shiftKey) return false;
    return key === press.key.toLowerCase() || (alt && key === fromCode(press.code));
  });
}

/** The letter or digit of a physical key: with Alt, Mac keyboards write other signs (⌥1 is ¡). */
function fromCode(code: string): string | null {
  return /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase() ?? null;
}

const NAMES: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Esc',
  delete: 'Delete',
  plus: '+',
  space: 'Space',
  minus: '−',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  pageup: 'Page Up',
  pagedown: 'Page Down',
};

/** The keys of each alternative as they stand on the keyboard. */
export function shownKeys(keys: string, mac = isMac()): readonly (readonly string[])[] {
  return chordsOf(keys).map(({ key, mod, ctrl, alt, shift }) => [
    ...(ctrl || (mod && !mac) ? ['Ctrl'] : []),
    ...(mod && mac ? ['⌘'] : []),
    ...(alt ? [mac ? '⌥' : 'Alt'] : []),
    ...(shift ? [mac ? '⇧' : 'Shift'] : []),
    NAMES[key] ?? key.toUpperCase(),
  ]);
}

function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.userAgent);
}
