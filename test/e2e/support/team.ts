/** The team's canvas and the fields of the selected agent. */
import type { Locator, Page } from '@playwright/test';
import { teamText } from '../../../src/words/words.ts';
import { goTo } from './places.ts';

export class Team {
  readonly #page: Page;
  readonly canvas: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.canvas = page.getByRole('application', { name: teamText.canvas });
  }

  /** All agents on the canvas. */
  get agents(): Locator {
    return this.canvas.getByRole('group', { name: /^Agent / });
  }

  /** An agent on the canvas, by its display name. */
  agent(name: string): Locator {
    return this.canvas.getByRole('group', { name: teamText.node(name), exact: true });
  }

  /** All connections. */
  get connections(): Locator {
    return this.canvas.getByRole('group', { name: / sees the messages of / });
  }

  connection(from: string, to: string): Locator {
    return this.canvas.getByRole('group', { name: teamText.edge(from, to), exact: true });
  }

  async add(): Promise<void> {
    await goTo(this.#page, 'Team');
    await this.canvas.getByRole('button', { name: 'Add agent' }).click();
  }

  /** Selects an agent by keyboard, which works wherever the canvas has scrolled to. */
  async select(name: string): Promise<void> {
    await goTo(this.#page, 'Team');
    await this.agent(name).focus();
    await this.#page.keyboard.press('Enter');
  }

  /** Agents that are selected. */
  get selected(): Locator {
    return this.canvas.locator('.react-flow__node.selected');
  }

  /** The dot of an agent that connections leave from. */
  out(name: string): Locator {
    return this.agent(name).getByTitle(teamText.outPort('').trim());
  }

  /** The dot of an agent that connections arrive at. */
  into(name: string): Locator {
    return this.agent(name).getByTitle(teamText.inPort('').trim());
  }

  /** Drags a connection from an agent's right-hand dot to another's left-hand one. */
  async drag(from: string, to: string): Promise<void> {
    await this.out(from).dragTo(this.into(to));
  }

  /** The role of the selected agent. */
  get role(): Locator {
    return this.#page.getByRole('textbox', { name: 'Role', exact: true });
  }

  /** Ticks or unticks whom the selected agent hears, by keyboard as far as the list. */
  async toggleHearing(name: string): Promise<void> {
    const field = this.#page.getByRole('combobox', { name: 'Hears from' });
    await field.press('ArrowDown');
    await this.#page.getByRole('listbox', { name: 'Hears from' }).getByRole('option', { name, exact: true }).click();
    await field.press('Escape');
  }
}
