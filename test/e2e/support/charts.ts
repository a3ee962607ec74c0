/** The training curves, read as tables. */
import type { Locator, Page } from '@playwright/test';

export class Charts {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get all(): Locator {
    return this.#page.getByRole('region', { name: 'Training curves' });
  }

  /** A chart with its title, values and key, by its id. */
  figure(id: string): Locator {
    return this.all.locator(`figure[data-chart="${id}"]`);
  }

  /** Turns a chart into its table, where it stays. */
  async showTable(title: string): Promise<void> {
    await this.all.getByRole('button', { name: `${title}: show as table` }).click();
  }

  /** Chooses an entry of a chart's menu. */
  async choose(title: string, entry: string): Promise<void> {
    const name = `${title}: save and more`;
    await this.all.getByRole('button', { name }).click();
    await this.#page.getByRole('menu', { name }).getByRole('menuitem', { name: entry }).click();
  }

  /** The rows of a chart shown as table, newest first, by column; what was not measured is missing. */
  async rows(title: string): Promise<Record<string, number>[]> {
    const table = this.all.getByRole('region', { name: title, exact: true }).getByRole('table');
    if (!(await table.isVisible())) return [];
    const [head = [], ...body] = await table
      .getByRole('row')
      .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '')));
    return body.map((cells) =>
      Object.fromEntries(
        cells.flatMap((cell, column) => {
          const value = Number(cell.replace('−', '-'));
          return cell === '–' || Number.isNaN(value) ? [] : [[head[column] ?? '', value]];
        }),
      ),
    );
  }
}
