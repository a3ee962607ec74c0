/** The grid that runs and episodes share: which keys it hears and where they lead, what it draws, and what it says of itself. */
import { MantineProvider } from '@mantine/core';
import { createElement, type KeyboardEvent, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { Grid, type GridColumn, rowAttributes } from '../../../../../src/page/kit/grid/Grid.tsx';
import { type GridState, useGrid } from '../../../../../src/page/kit/grid/useGrid.ts';

const ROW_HEIGHT = 20;

const column = (id: string, part: Partial<GridColumn> = {}): GridColumn => ({
  ...{ id, label: `The ${id}`, help: `Sorts by ${id}`, number: false, order: 'none', onSort: () => undefined },
  ...part,
});

/** A grid at row `at` of `count`, of which those from `first` to `last` are in view, in a box of ten rows and the headings. */
function setUp({ at = 5, count = 100, first = 3, last = 7, height = 11 * ROW_HEIGHT, columns = [column('name')] } = {}) {
  const moved: number[] = [];
  const own: string[] = [];
  const items = Array.from({ length: last - first + 1 }, (_, index) => {
    const start = (first + index) * ROW_HEIGHT;
    return { index: first + index, start, end: start + ROW_HEIGHT };
  });
  const grid: GridState = {
    scroller: { current: { clientHeight: height } as HTMLDivElement },
    virtual: { getVirtualItems: () => items, getTotalSize: () => count * ROW_HEIGHT } as unknown as GridState['virtual'],
    moveTo: (index) => void moved.push(index),
    ...{ count, at, rowHeight: ROW_HEIGHT },
  };
  const view = Grid({
    ...{ id: 'things', role: 'grid', grid, columns, hint: 'Arrows move.', box: 'box', corner: 'All' },
    keys: { Enter: () => void own.push('open'), ' ': () => void own.push('choose'), Home: () => void own.push('home') },
    row: (index) => createElement('tr', { key: index, ...rowAttributes('things', index) }, createElement('td', null, `thing ${index}`)),
  }) as ReactElement<{ children: ReactElement<{ onKeyDown(event: KeyboardEvent): void }>[] }>;
  const table = view.props.children.find(({ type }) => type === 'table')!;
  /** Presses a key on the table, or on an element `inside` it; whether the table heard it. */
  const press = (key: string, { inside = '', ...held }: { inside?: string } & Partial<KeyboardEvent> = {}): boolean => {
    const [preventDefault, stopPropagation] = [vi.fn(), vi.fn()];
    const target = { closest: (selectors: string) => (selectors.split(', ').includes(inside) ? target : null) };
    table.props.onKeyDown({ key, target, preventDefault, stopPropagation, ...held } as unknown as KeyboardEvent);
    expect(stopPropagation.mock.calls).toHaveLength(preventDefault.mock.calls.length);
    return preventDefault.mock.calls.length > 0;
  };
  const markup = () => renderToStaticMarkup(createElement(MantineProvider, null, view));
  return { moved, own, press, markup };
}

describe('the keys of a grid', () => {
  it('lead to the rows beside, a page away and at the ends', () => {
    const { moved, press } = setUp();
    for (const key of ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'End']) expect(press(key), key).toBe(true);
    // The headings take a row's place, and one row stays in view.
    expect(moved).toEqual([6, 4, 14, -4, 99]);
  });

  it('lead on by one row at least in a box that shows none', () => {
    const { moved, press } = setUp({ height: 0 });
    press('PageDown');
    press('PageUp');
    expect(moved).toEqual([6, 4]);
  });

  it('lead to the first row from none', () => {
    const { moved, press } = setUp({ at: -1 });
    press('ArrowDown');
    expect(moved).toEqual([0]);
  });

  it('are also the caller’s, before those that move', () => {
    const { moved, own, press } = setUp();
    for (const key of ['Enter', ' ', 'Home']) expect(press(key), key).toBe(true);
    expect(own).toEqual(['open', 'choose', 'home']);
    expect(moved).toEqual([]);
  });

  it('are left to others where they mean nothing here or a modifier is held', () => {
    const { moved, own, press } = setUp();
    expect(press('x')).toBe(false);
    for (const modifier of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])
      expect(press('ArrowDown', { [modifier]: true }), modifier).toBe(false);
    expect([...moved, ...own]).toEqual([]);
  });

  it.each(['button', 'thead'])('press what has the focus in a %s, while arrows still move', (inside) => {
    const { moved, own, press } = setUp();
    expect([press('Enter', { inside }), press(' ', { inside }), press('ArrowDown', { inside })]).toEqual([false, false, true]);
    expect(own).toEqual([]);
    expect(moved).toEqual([6]);
  });
});

describe('what a grid shows', () => {
  it('is the rows in view, with the room of the others above and below', () => {
    const markup = setUp().markup();
    expect(markup.match(/thing \d+/g)).toEqual(['thing 3', 'thing 4', 'thing 5', 'thing 6', 'thing 7']);
    expect(markup.match(/<tr aria-hidden="true" style="height:\d+px">/g)).toEqual([
      '<tr aria-hidden="true" style="height:60px">',
      '<tr aria-hidden="true" style="height:1840px">',
    ]);
    const whole = setUp({ count: 3, first: 0, last: 2, at: 0 }).markup();
    expect(whole, 'no room is held where all are in view').not.toContain('<tr aria-hidden');
  });

  it('counts the headings as its first row, and names the row that the keyboard is at', () => {
    const markup = setUp().markup();
    expect(markup).toContain('aria-rowcount="101"');
    expect(markup).toContain('<tr id="things-row-5" aria-rowindex="7">');
    expect(markup).toContain('aria-activedescendant="things-row-5"');
    expect(setUp({ at: -1 }).markup()).not.toContain('aria-activedescendant');
  });

  it('says which keys it hears', () => {
    const markup = setUp().markup();
    expect(markup).toContain('aria-describedby="things-keys"');
    expect(markup).toMatch(/id="things-keys"[^>]*>Arrows move\./);
  });

  it('heads each column with its order, and says which are of numbers', () => {
    const columns = [column('name'), column('reward', { number: true, order: 'descending' }), column('steps', { order: 'ascending' })];
    const headings = setUp({ columns })
      .markup()
      .match(/<th .*?<\/th>/g)!;
    expect(headings[0]).toBe('<th scope="col">All</th>');
    expect(headings.slice(1).map((heading) => /data-column="(\w+)"/.exec(heading)?.[1])).toEqual(['name', 'reward', 'steps']);
    expect(headings.slice(1).map((heading) => /aria-sort="(\w+)"/.exec(heading)?.[1])).toEqual(['none', 'descending', 'ascending']);
    expect(headings.map((heading) => heading.includes('data-number'))).toEqual([false, false, true, false]);
    expect(
      headings.map((heading) => heading.includes('<svg')),
      'an arrow where it is sorted by',
    ).toEqual([false, false, true, true]);
    expect(headings[2]).toContain('title="Sorts by reward">The reward');
  });
});

describe('a move', () => {
  /** What a component is given that keeps `count` rows. */
  function kept(count: number, onMove: (index: number) => void): GridState {
    const given: GridState[] = [];
    const Holder = () => {
      given.push(useGrid({ count, at: 0, rowHeight: ROW_HEIGHT, overscan: 2, onMove }));
      return null;
    };
    renderToStaticMarkup(createElement(Holder));
    return given[0]!;
  }

  it('leads to the nearest row that there is, and brings it into view', () => {
    const moved: number[] = [];
    const { moveTo, virtual } = kept(10, (index) => moved.push(index));
    const scroll = vi.spyOn(virtual, 'scrollToIndex').mockImplementation(() => undefined);
    for (const index of [4, -3, 12]) moveTo(index);
    expect(moved).toEqual([4, 0, 9]);
    expect(scroll.mock.calls).toEqual([[4], [0], [9]]);
  });

  it('leads nowhere where there are no rows', () => {
    const moved: number[] = [];
    kept(0, (index) => moved.push(index)).moveTo(0);
    expect(moved).toEqual([]);
  });

  it('holds room for every row, in or out of sight', () => {
    expect(kept(10, () => undefined).virtual.getTotalSize()).toBe(10 * ROW_HEIGHT);
  });
});
