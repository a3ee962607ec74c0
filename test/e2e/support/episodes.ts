/** The episode reader: the list of an iteration, the transcript, the numbers of one token. */
import { expect, type Locator, type Page } from '@playwright/test';
import { inspectText } from '../../../src/words/words.ts';

export class Episodes {
  readonly page: Page;
  readonly reader: Locator;

  constructor(page: Page) {
    this.page = page;
    this.reader = page.getByRole('region', { name: inspectText.reader.heading, exact: true });
  }

  get options(): Locator {
    return this.reader.getByRole('listbox', { name: 'Episodes of this iteration' }).getByRole('option');
  }

  /** The episode being read; in the inspect place it stands beside the list, not within it. */
  get transcript(): Locator {
    return this.page.getByRole('article', { name: new RegExp(`^${inspectText.reader.episode(0).replace('0', '')}`) });
  }

  /** What an agent said in turn `turn` of the episode being read. */
  message(name: string, turn = 0): Locator {
    return this.transcript.getByRole('region', { name: `${name}, turn ${turn}`, exact: true });
  }

  tokens(role: string): Locator {
    return this.transcript.getByRole('group', { name: inspectText.message.response(role), exact: true }).getByRole('button');
  }

  /** Unfolds the prompt of a message and returns its text; a token that is one space is shown as `␣`. */
  async promptOf(name: string): Promise<string> {
    const message = this.message(name);
    const summary = message.getByText(/^Prompt, \d+ tokens?/);
    const details = message.locator('details').first();
    // A new iteration's episode may take this one's place between two steps; what is folded is drawn once it has opened.
    let text = '';
    await expect(async () => {
      if ((await details.getAttribute('open')) === null) await summary.click({ timeout: 1000 });
      text = await details.innerText();
      expect(text.length).toBeGreaterThan((await summary.innerText()).length);
    }).toPass();
    await summary.click();
    return text.replaceAll('␣', ' ');
  }

  /** The numbers of the focused token, by name, as written. */
  async tokenNumbers(): Promise<Record<string, string>> {
    const panel = this.transcript.getByRole('group', { name: 'Token', exact: true });
    const pairs = await panel
      .getByRole('term')
      .evaluateAll((terms) => terms.map((term) => [term.textContent ?? '', term.nextElementSibling?.textContent ?? '']));
    return Object.fromEntries(pairs);
  }
}
