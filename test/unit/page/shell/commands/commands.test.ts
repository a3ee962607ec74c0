import { describe, expect, it } from 'vitest';
import { ALL_COMMANDS } from '../../../../../src/page/shell/commands/all.ts';
import { findEntries } from '../../../../../src/page/shell/commands/entries.ts';
import { commandFor } from '../../../../../src/page/shell/commands/useCommandKeys.ts';
import { text } from '../../../../../src/words/words.ts';
import { parseTeacherView } from '../../../../../src/core/share/teach.ts';
import { projectsStore } from '../../../../../src/page/state/projects/projects.ts';
import { endWaiting, keepForPalette } from '../../../../../src/page/shell/commands/typedAhead.ts';
import { cursorStore } from '../../../../../src/page/state/address/cursor.ts';
import { learnAddress, openLearnAt } from '../../../../../src/page/state/address/learnStore.ts';
import { openPalette } from '../../../../../src/page/kit/commands/openCommands.ts';
import { canonicalKeys, isPressed, shownKeys } from '../../../../../src/page/shell/commands/keys.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

function twice(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

describe('the list of commands', () => {
  it('has no id twice and no key twice', () => {
    expect(twice(ALL_COMMANDS.map(({ id }) => id))).toEqual([]);
    const everywhere = ALL_COMMANDS.filter(({ within }) => !within).flatMap(({ keys }) => (keys ? canonicalKeys(keys) : []));
    expect(twice(everywhere)).toEqual([]);
    const canvas = ALL_COMMANDS.filter(({ within }) => within).flatMap(({ keys }) => (keys ? canonicalKeys(keys) : []));
    expect(twice(canvas), 'nor on the canvas, where its own come first').toEqual([]);
  });

  it('has a text for every command, and an id that names its group or its area', () => {
    for (const { id, title } of ALL_COMMANDS) {
      expect(title.trim(), id).not.toBe('');
      expect(id, id).toMatch(/^[a-z][A-Za-z]*(\.[A-Za-z0-9_-]+)+$/);
    }
  });

  it('takes keys from text fields only with Ctrl or Alt', () => {
    for (const { id, keys, inFields } of ALL_COMMANDS) if (inFields) expect(keys, id).toMatch(/^(mod|alt)\+/);
  });
});

describe('the palette', () => {
  const found = (query: string): string[] => findEntries(query).flatMap(({ entries }) => entries.map(({ title }) => title));

  it('finds commands by other words, settings by their names elsewhere, and agents', () => {
    expect(found('dark')).toContain('Light or dark colours');
    expect(found('ppo_epoch')).toContain('Epochs');
    expect(found('agents solver')).toContain('Solver');
    expect(found('zzz nothing')).toEqual([]);
  });

  it('finds documents and what is in them, and leads there', () => {
    const [hooks] = findEntries('environments hooks').flatMap(({ entries }) => entries);
    expect(hooks).toMatchObject({ title: 'The hooks', says: 'Environments: the world the agents live in', refused: false });
    hooks?.run();
    expect(cursorStore.getState().place).toBe('learn');
    expect(learnAddress()).toEqual({ doc: 'environments', at: 'the-hooks' });
    openLearnAt({});
    cursorStore.getState().move({ place: 'team' });
  });

  it('says why what cannot be done now is refused', () => {
    const [undo] = findEntries('undo').flatMap(({ entries }) => entries);
    expect(undo).toMatchObject({ title: 'Undo', refused: true, says: 'There is nothing to undo.' });
  });
});

describe('what is typed before the palette is there', () => {
  const typed = (...keys: readonly (string | Partial<KeyboardEvent>)[]) => {
    openPalette();
    const kept = keys.map((key) => {
      const { key: name = '', ...more } = typeof key === 'string' ? { key } : key;
      return keepForPalette({ ...press(name, more), getModifierState: (modifier) => modifier === 'AltGraph' && key === altGr });
    });
    return { kept, waiting: endWaiting() };
  };
  const altGr = { key: '@', ctrlKey: true, altKey: true };

  it('is kept for its field, Enter behind it too', () => {
    expect(typed('t', 'r', 'x', 'Backspace', ' ', altGr).waiting).toEqual({ text: 'tr @', entered: false });
    expect(typed('r', 'Enter', 'm').waiting).toEqual({ text: 'r', entered: true });
  });

  it('is left to the page where it is no typing, and once the field has the focus', () => {
    expect(typed('Tab', 'Shift', { key: 'k', ctrlKey: true }, { key: '1', altKey: true }).kept).toEqual([false, false, false, false]);
    expect(keepForPalette({ ...press('r'), getModifierState: () => false })).toBe(false);
    expect(endWaiting()).toBeNull();
  });
});

describe('a lesson', () => {
  it('does without the commands that lead where it does not', () => {
    projectsStore.setState({ lesson: parseTeacherView({ places: ['team', 'runs'] }) });
    const refused = (id: string) => ALL_COMMANDS.find((command) => command.id === id)?.refused?.() ?? null;
    const titles = findEntries('epochs').flatMap(({ entries }) => entries.map(({ title }) => title));
    const said = ['go.training', 'go.warmStart', 'training.find', 'help.guide', 'go.team', 'runs.list'].map(refused);
    projectsStore.setState({ lesson: null });
    expect(said).toEqual([...Array<string>(4).fill(text.teach.hiddenPlace), null, null]);
    expect(titles).toEqual([]);
    expect(refused('go.training')).toBeNull();
  });
});

describe('the keyboard', () => {
  const id = (key: string, typing: boolean, onCanvas: boolean, more: Partial<KeyboardEvent> = {}) =>
    commandFor(press(key, more) as KeyboardEvent, { typing, onCanvas })?.id;

  it('leaves a text field what it may need, and not what no field uses', () => {
    expect(id('p', false, false)).toBe('training.pause');
    expect(id('p', true, false)).toBeUndefined();
    expect(id('z', true, false, { ctrlKey: true })).toBeUndefined();
    expect(id('k', true, false, { ctrlKey: true })).toBe('help.palette');
    expect(id('2', true, false, { altKey: true })).toBe('go.environment');
  });

  it('leaves the canvas its own keys while it has the focus', () => {
    expect(id('a', false, true)).toBeUndefined();
    expect(id('a', false, false), 'nor do they act elsewhere').toBeUndefined();
    expect(id('z', false, true, { ctrlKey: true })).toBe('edit.undo');
  });
});

describe('keys', () => {
  it('are told by modifiers and letter, Cmd standing for Ctrl', () => {
    expect(isPressed('mod+Z', press('z', { ctrlKey: true }))).toBe(true);
    expect(isPressed('mod+Z', press('z', { metaKey: true }))).toBe(true);
    expect(isPressed('mod+Z', press('Z', { ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(isPressed('mod+shift+Z, mod+Y', press('Z', { ctrlKey: true, shiftKey: true }))).toBe(true);
    expect(isPressed('mod+shift+Z, mod+Y', press('y', { ctrlKey: true }))).toBe(true);
    expect(isPressed('P', press('p', { ctrlKey: true }))).toBe(false);
    expect(isPressed('P', press('P', { shiftKey: true }))).toBe(false);
  });

  it('are physical with Alt, which writes other signs on a Mac; a sign takes the keys it needs', () => {
    expect(isPressed('alt+1', press('¡', { altKey: true, code: 'Digit1' }))).toBe(true);
    expect(isPressed('?', press('?', { shiftKey: true, code: 'Slash' }))).toBe(true);
    expect(isPressed(']', press(']', { code: 'Digit9' }))).toBe(true);
  });

  it('are shown as they stand on the keyboard', () => {
    expect(shownKeys('mod+shift+Z, mod+Y', false)).toEqual([
      ['Ctrl', 'Shift', 'Z'],
      ['Ctrl', 'Y'],
    ]);
    expect(shownKeys('mod+Enter', true)).toEqual([['⌘', 'Enter']]);
  });
});
