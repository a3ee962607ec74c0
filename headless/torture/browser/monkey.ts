/** A person who knows nothing and tries everything: seeded clicks, keys, files and reloads. */
import type { FileChooser, Page } from 'playwright';
import { smallProject } from '../processes/terminal.ts';
import type { Draws } from '../draws.ts';
import { type Control, controlsOf } from './controls.ts';
import { openFile } from './openFile.ts';

const WORDS = [
  '',
  '0',
  '-1',
  '1e9',
  'NaN',
  '3',
  '0.5',
  'solver',
  '名前',
  '<b>x</b>',
  '  ',
  'a'.repeat(300),
  '=1+1',
  '"',
  'constructor',
  '{{x}}',
];
/** What many fields take. */
const TAKEN = ['2', '3', '7', '0.5', 'solver'];

const KEYS = [
  ...['Escape', 'Escape', 'Enter', 'Tab', 'Tab', 'Space', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Delete', 'F2', 'Home', 'End'],
  ...['Control+z', 'Control+Shift+z', 'Control+k', 'Control+a', 'Control+c', 'Control+v', 'Control+x', 'Control+d', 'Control+Enter'],
  ...[
    'Alt+1',
    'Alt+2',
    'Alt+3',
    'Alt+4',
    'Alt+5',
    'Alt+6',
    'Alt+n',
    'Alt+l',
    'Alt+PageDown',
    'Alt+PageUp',
    'Shift+d',
    '?',
    '/',
    'a',
    'l',
    'j',
    'k',
  ],
  ...['p', 'n', 'Shift+x', 'Shift+j', 'Shift+k', 'z', '[', ']'],
];

/** Files that are chosen where the page asks for one. */
const project = JSON.stringify({ ...smallProject(), name: 'Small team' });
const FILES: readonly (readonly [string, string])[] = [
  ['project.json', project],
  ['project.json', project.replace('Small team', 'Other team')],
  ['broken.json', project.slice(0, 500)],
  ['rows.csv', 'problem,answer\n1+1,2\n2+2,4\n'],
  ['nothing.bin', '\u0000\u0001\u0002'],
];

export class Monkey {
  /** What was done, in order. */
  readonly log: string[] = [];

  constructor(
    readonly page: Page,
    private readonly draw: Draws,
  ) {
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  }

  /** Begins with a project that is trained in a moment. */
  async begin(): Promise<void> {
    await openFile(this.page, project);
    this.page.on('filechooser', (chooser) => void this.#choose(chooser));
  }

  /** Does something; resolves when a person would look. */
  async act(): Promise<void> {
    const { draw } = this;
    const kind = draw.pick([
      'click',
      'click',
      'click',
      'click',
      'click',
      'type',
      'type',
      'key',
      'key',
      'key',
      'train',
      'wait',
      'rarely',
    ] as const);
    if (kind === 'click') await this.#click();
    else if (kind === 'type') await this.#type();
    else if (kind === 'key') await this.#press(draw.pick(KEYS));
    else if (kind === 'train') await this.#press('Control+Enter');
    else if (kind === 'wait') await this.#wait(draw.below(1500));
    else await this.#rare();
    await this.page.waitForTimeout(30);
  }

  /** Goes to some place of the page. */
  leave(): Promise<void> {
    return this.#press(`Alt+${1 + this.draw.below(6)}`);
  }

  async #rare(): Promise<void> {
    const { draw, page } = this;
    const kind = draw.pick(['reload', 'open', 'delete a run', 'lesson', 'narrow', 'double click'] as const);
    this.log.push(kind);
    if (kind === 'reload') {
      await page.reload();
      await page.locator('header').waitFor();
    }
    if (kind === 'open') await page.keyboard.press('Control+o');
    if (kind === 'delete a run') {
      await page.keyboard.press('Alt+5');
      const row = page.locator('[role="treegrid"] tbody tr').first();
      if (await row.isVisible()) {
        await row.click({ timeout: 1000 }).catch(() => undefined);
        await page.keyboard.press('Delete');
      }
    }
    if (kind === 'lesson') {
      await page.keyboard.press('Alt+6');
      const begin = page.locator('article[data-lesson] button:enabled');
      const count = await begin.count();
      if (count > 0)
        await begin
          .nth(draw.below(count))
          .click({ timeout: 1000 })
          .catch(() => undefined);
    }
    if (kind === 'narrow')
      await page.setViewportSize(
        draw.pick([
          { width: 1440, height: 900 },
          { width: 820, height: 900 },
          { width: 390, height: 800 },
        ]),
      );
    if (kind === 'double click') {
      const control = await this.#control();
      if (control) await page.mouse.dblclick(control.x, control.y);
    }
  }

  async #control(wanted: (control: Control) => boolean = () => true, verb = 'click') {
    const controls = (await controlsOf(this.page)).filter(wanted);
    const control = controls.length > 0 ? this.draw.pick(controls) : undefined;
    if (control) this.log.push(`${verb} ${control.name}`);
    return control;
  }

  async #click(): Promise<void> {
    const control = await this.#control();
    if (control) await this.page.mouse.click(control.x, control.y);
  }

  /** Types something into a field where the project is edited. */
  async edit(): Promise<void> {
    // What is open over it is closed first.
    for (const key of ['Escape', 'Escape', this.draw.pick(['Alt+1', 'Alt+2', 'Alt+3', 'Alt+3'])]) await this.#press(key);
    await this.page.waitForTimeout(300);
    await this.#type(({ writable }) => writable, TAKEN, ['Enter', 'Tab']);
  }

  async #type(wanted = ({ field }: Control): boolean => field, words = WORDS, ends = ['Enter', 'Tab', 'Escape']): Promise<void> {
    const control = await this.#control(wanted, 'type into');
    if (!control) return;
    const word = this.draw.pick(words);
    this.log.push(`  “${word.slice(0, 20)}”`);
    const { keyboard, mouse } = this.page;
    await mouse.click(control.x, control.y);
    await keyboard.press('Control+a');
    await keyboard.insertText(word);
    await keyboard.press(this.draw.pick(ends));
  }

  async #press(key: string): Promise<void> {
    this.log.push(`press ${key}`);
    await this.page.keyboard.press(key);
  }

  async #wait(milliseconds: number): Promise<void> {
    this.log.push('wait');
    await this.page.waitForTimeout(milliseconds);
  }

  async #choose(chooser: FileChooser): Promise<void> {
    const [name, text] = this.draw.pick(FILES);
    this.log.push(`  choose ${name}`);
    await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) }).catch(() => undefined);
  }
}
