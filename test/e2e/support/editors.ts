/** The editors: prompt, environment, training settings, engine. */
import { expect, type Locator, type Page } from '@playwright/test';
import { text } from '../../../src/words/words.ts';
import { goTo } from './places.ts';

export type Editor = 'Agent' | 'Environment' | 'Training' | 'Warm start' | 'Engine';

const { settings, warmStart, engine } = text.shell.trainingTab;
const TAB: Partial<Record<Editor, string>> = { Training: settings, 'Warm start': warmStart, Engine: engine };

export class Editors {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Goes to where the editor stands: its place, and its tab there if it has one. */
  async openTab(name: Editor): Promise<void> {
    const tab = TAB[name];
    await goTo(this.#page, tab ? 'Training' : name === 'Agent' ? 'Team' : 'Environment');
    if (tab) await this.#page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(this.panel(name)).toBeVisible();
  }

  panel(name: Editor): Locator {
    const tab = TAB[name];
    return tab ? this.#page.getByRole('tabpanel', { name: tab, exact: true }) : this.#page.getByRole('region', { name, exact: true });
  }

  /** Monaco with the prompt of the selected agent. */
  prompt(role: string): Locator {
    return this.#page.getByRole('textbox', { name: text.agent.promptAria(role), exact: true });
  }

  /** Monaco with the environment's TypeScript. */
  get environment(): Locator {
    return this.#page.getByRole('textbox', { name: /^TypeScript source of the environment/ });
  }

  /** Types `text` in place of all that is in an editor. */
  async replaceText(editor: Locator, text: string): Promise<void> {
    await editor.focus();
    await this.#page.keyboard.press('ControlOrMeta+A');
    await this.#page.keyboard.insertText(text);
  }

  /** Writes the environment's code anew and waits until the sandbox has looked at it. */
  async writeEnvironment(source: string): Promise<void> {
    await this.openTab('Environment');
    await expect(this.panel('Environment').getByRole('status').filter({ hasText: 'loads' })).toBeVisible();
    await this.replaceText(this.environment, source);
  }

  /** A number or choice of the training settings. */
  setting(name: string): Locator {
    return this.panel('Training').getByLabel(name, { exact: true });
  }

  async set(settings: Readonly<Record<string, number>>): Promise<void> {
    await this.openTab('Training');
    for (const [name, value] of Object.entries(settings)) await this.setting(name).fill(String(value));
  }
}
