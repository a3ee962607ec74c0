/** Drives the workbench as a person would: by the names of what is on screen. */
import { expect, type Download, type Locator, type Page } from '@playwright/test';
import { shownRunText, text } from '../../../src/words/words.ts';
import { Charts } from './charts.ts';
import { Editors } from './editors.ts';
import { Episodes } from './episodes.ts';
import { goTo } from './places.ts';
import { Team } from './team.ts';

/** The time a busy machine may need for an iteration of a small team, the worker's start included. */
export const TRAINING = { timeout: 60_000 };

const ITERATION = new RegExp(text.status.iteration(1, 2).replace('1/2', String.raw`(\d+)/`));

export class Workbench {
  readonly page: Page;
  readonly team: Team;
  readonly editors: Editors;
  readonly charts: Charts;
  readonly episodes: Episodes;

  constructor(page: Page) {
    this.page = page;
    this.team = new Team(page);
    this.editors = new Editors(page);
    this.charts = new Charts(page);
    this.episodes = new Episodes(page);
  }

  /** Opens the page, and a project in it when one is given. */
  async open(project?: unknown): Promise<void> {
    await this.page.goto('/');
    await expect(this.button('Train')).toBeVisible();
    if (project === undefined) return;
    await this.importFile('project.json', JSON.stringify(project));
    await this.closeMessage();
  }

  /**
   * Begins with a project, or with the one the page opens with, in the page that is open already: a step needs no page of its
   * own, and loading one costs seconds.
   */
  async begin(project?: unknown): Promise<void> {
    // What an earlier step was told may still be on screen.
    const told = this.button('Close this message');
    // One that moves, since what stands around it still comes, cannot be clicked at once.
    await expect(async () => {
      for (const close of await told.all()) await close.click({ timeout: 1_000 }).catch(() => undefined);
      await expect(told).toHaveCount(0, { timeout: 1_000 });
    }).toPass(TRAINING);
    await goTo(this.page, 'Team');
    if (project === undefined) await this.openShipped(/^Planner and solver Sums/);
    else await this.importFile('project.json', JSON.stringify(project));
    await this.closeMessage();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** What the person is told is wrong, wherever it stands. */
  get problems(): Locator {
    return this.page.getByRole('alert', { name: 'Problems' });
  }

  get projectName(): Locator {
    return this.page.getByRole('textbox', { name: 'Project name' });
  }

  get run(): Locator {
    return this.page.getByRole('region', { name: 'Run', exact: true });
  }

  /** The bottom line. */
  get statusLine(): Locator {
    return this.page.getByRole('contentinfo', { name: text.status.label });
  }

  /** What the trainer is doing, as it is announced. */
  get phase(): Locator {
    return this.statusLine.getByRole('status');
  }

  /** Completed iterations of the run under way or just over. */
  async iteration(): Promise<number> {
    return Number(ITERATION.exec((await this.statusLine.textContent()) ?? '')?.[1] ?? -1);
  }

  async untilIteration(least: number): Promise<void> {
    await expect.poll(() => this.iteration(), TRAINING).toBeGreaterThanOrEqual(least);
  }

  async train(): Promise<void> {
    await this.button(text.training.train).click();
  }

  async trainToTheEnd(): Promise<void> {
    await this.train();
    await this.untilPhase('Finished');
  }

  async untilPhase(phase: 'Paused' | 'Finished' | 'Stopped' | 'Failed'): Promise<void> {
    await expect(this.phase).toHaveText(phase, TRAINING);
  }

  async stop(): Promise<void> {
    await this.button('Stop').click();
    await this.untilPhase('Stopped');
  }

  /** Which run is on screen. */
  get shownRun(): Locator {
    return this.page.getByRole('combobox', { name: 'Run on screen' });
  }

  /** Names of the runs that can be put on screen, newest first. */
  async runs(): Promise<string[]> {
    const picker = this.shownRun;
    await picker.click();
    const names = await this.page.getByRole('listbox', { name: 'Run on screen' }).getByRole('option').allTextContents();
    await picker.press('Escape');
    return names;
  }

  async showRun(name: string | RegExp): Promise<void> {
    await this.shownRun.click();
    await this.page.getByRole('listbox', { name: 'Run on screen' }).getByRole('option', { name }).click();
  }

  /** Exports the run on screen, or what `choose` takes of the menu beside the button, and closes the message about it. */
  async export(choose?: () => Promise<void>): Promise<Download> {
    const downloading = this.page.waitForEvent('download');
    await this.button(choose ? text.runs.actions.episodes : shownRunText.runs.export).click();
    await choose?.();
    const download = await downloading;
    await expect(
      this.page.getByRole('status').filter({ hasText: text.runs.actions.exported(download.suggestedFilename(), '') }),
    ).toBeVisible();
    await this.button(shownRunText.runs.close).click();
    await expect(this.button(shownRunText.runs.close)).toBeHidden();
    return download;
  }

  /** Chooses an entry of the project menu. */
  async projectMenu(entry: RegExp): Promise<void> {
    await this.button('Project').click();
    const item = this.page.getByRole('menuitem', { name: entry });
    await item.click();
    await expect(item, 'the menu is gone').toBeHidden();
  }

  /** Starts a shipped project from the gallery; cards go by name and what they show. */
  async openShipped(name: RegExp): Promise<void> {
    await this.projectMenu(/^New…/);
    await this.page.getByRole('dialog', { name: 'New project' }).getByRole('button', { name }).click();
    await expect(this.page.getByText('A new project', { exact: true })).toBeVisible();
  }

  /** Opens one of this browser's projects. */
  async openKept(name: string): Promise<void> {
    await this.projectMenu(/^Projects…/);
    await this.page
      .getByRole('dialog', { name: 'Projects' })
      .getByRole('button', { name: `Open ${name}` })
      .click();
    await this.closeMessage();
  }

  /** Chooses a project file as a person does: menu, file dialogue, file. */
  async importFile(name: string, content: string | Buffer): Promise<void> {
    const dialogue = this.page.waitForEvent('filechooser');
    await this.projectMenu(/^Open…/);
    await (await dialogue).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  }

  /** Asked before code from outside runs for the first time. */
  get consent(): Locator {
    return this.page.getByRole('dialog', { name: 'Run this project’s environment code?' });
  }

  /** Lets code from outside run, as a person who has read it. */
  async agree(): Promise<void> {
    await this.consent.getByRole('button', { name: 'Run it' }).click();
    await expect(this.consent).toBeHidden();
  }

  /** Switches to these colours by the header's button, and waits until none is on its way to another one. */
  async colours(scheme: 'light' | 'dark'): Promise<void> {
    const html = this.page.locator('html');
    if ((await html.getAttribute('data-mantine-color-scheme')) !== scheme) {
      await this.button(`Switch to ${scheme} colours`).click();
      await this.page.mouse.move(0, 0);
    }
    await expect(html).toHaveAttribute('data-mantine-color-scheme', scheme);
    await this.page.evaluate(async () => {
      const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await drawn();
      await drawn();
      const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      await Promise.allSettled(moving.map(({ finished }) => finished));
    });
  }

  /** Closes the message in the corner, which covers part of the page for some seconds. */
  async closeMessage(): Promise<void> {
    const close = this.button('Close this message');
    await expect(close).toBeVisible();
    // It goes by itself after a while, perhaps just now.
    await expect(async () => {
      if (await close.isVisible()) await close.click({ timeout: 1_000 });
      await expect(close).toBeHidden({ timeout: 1_000 });
    }).toPass();
  }

  /** Waits until this stands in a document that the browser keeps: one is written a little after its last edit. */
  async untilKept(passage: string): Promise<void> {
    const kept = (): Promise<boolean> =>
      this.page.evaluate(
        (sought) =>
          Object.entries(localStorage).some(([key, value]) => key.startsWith('marft-workbench.document.') && value.includes(sought)),
        passage,
      );
    await expect.poll(kept, `“${passage}” is kept`).toBe(true);
  }

  async undo(): Promise<void> {
    await this.button('Undo').click();
  }

  /** Takes back everything there is to take back. */
  async undoAll(): Promise<void> {
    while (await this.button('Undo').isEnabled()) await this.undo();
  }

  async redo(): Promise<void> {
    await this.button('Redo').click();
  }
}
