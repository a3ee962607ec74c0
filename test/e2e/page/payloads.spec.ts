/**
 * Texts of others that are payloads: each is text wherever it stands on the page, in its places and their tabs, dialogues and hints. The content
 * policy would keep any of them from running, so it is taken off here: what is seen is that the page itself makes nothing of them.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { text } from '../../../src/words/words.ts';
import { XSS_PAYLOADS } from '../../support/xssPayloads.ts';
import { goTo, type PlaceName } from '../support/places.ts';
import { smallProject } from '../support/projects.ts';
import { expect, LONG, test } from '../support/test.ts';
import { TRAINING, Workbench } from '../support/workbench.ts';

const PLACES: readonly PlaceName[] = ['Team', 'Environment', 'Training', 'Inspect', 'Runs', 'Learn'];

/** As many of `texts` as a text has room for, from one of them on. */
function joined(texts: readonly string[], most: number, from = 0): string {
  let all = '';
  for (const each of [...texts.slice(from), ...texts.slice(0, from)]) {
    if (all.length + each.length > most) break;
    all += each;
  }
  return all;
}

/** Looks through the page and the shadows of its elements for what a payload would have made. */
function made(): { readonly ran: number[]; readonly elements: string[] } {
  const elements: string[] = [];
  const look = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) look(element.shadowRoot);
      const acts = [...element.attributes].some(
        ({ name, value }) => /^on/i.test(name) || (/(?:href|src|srcdoc|action|style|data)$/i.test(name) && /xss\(|script:/i.test(value)),
      );
      const theirs = element.matches('img[src="x"], iframe, math, mglyph, [autofocus][x]');
      const holds = /^(?:script|style)$/i.test(element.tagName) && /xss\(/.test(element.textContent);
      if (acts || theirs || holds) elements.push(element.outerHTML.slice(0, 200));
    }
  };
  look(document);
  return { ran: (globalThis as unknown as { ran: number[] }).ran, elements };
}

const NOTHING = { ran: [], elements: [] };

async function nothingOn(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(made), where).toEqual(NOTHING);
}

/** Points at everything that may have a hint, as a mouse would, and then at nothing; hints come a moment later. */
async function pointAtAll(page: Page, where: string): Promise<void> {
  const point = (types: readonly string[]) =>
    page.evaluate((events) => {
      for (const element of document.querySelectorAll(
        'button, a, input, [role], [tabindex], svg, canvas, text, circle, td, th, dt, dd, label, abbr, span[class]',
      ))
        for (const type of events)
          element.dispatchEvent(
            type.startsWith('pointer')
              ? new PointerEvent(type, { bubbles: !/enter$|leave$/.test(type), pointerType: 'mouse' })
              : new MouseEvent(type, { bubbles: !/enter$|leave$/.test(type) }),
          );
    }, types);
  await point(['pointerenter', 'pointerover', 'mouseenter', 'mouseover', 'pointermove', 'mousemove']);
  await page.waitForTimeout(150);
  await nothingOn(page, `pointed at, ${where}`);
  await point(['pointerout', 'pointerleave', 'mouseout', 'mouseleave']);
  await page.waitForTimeout(100);
}

/** Every place that is asked for with its tabs, hints and all. */
async function lookAround(page: Page, when: string, places: readonly PlaceName[] = PLACES): Promise<void> {
  for (const place of places) {
    await goTo(page, place);
    await nothingOn(page, `${place}, ${when}`);
    const tabs = page.getByRole('main').getByRole('tab');
    for (let at = 0; at < Math.max(1, await tabs.count()); at += 1) {
      const tab = tabs.nth(at);
      if ((await tabs.count()) > at && (await tab.isEnabled())) await tab.dispatchEvent('click');
      await pointAtAll(page, `${place}, tab ${at}, ${when}`);
    }
    await page.mouse.move(1, 1);
  }
}

/** Every dialogue of the project menu. */
async function lookIntoDialogues(page: Page, workbench: Workbench): Promise<void> {
  const menu = text.projects.menu;
  for (const entry of [menu.new, menu.share, menu.teach, menu.cluster, menu.verifiers, menu.projects, menu.profiles]) {
    await workbench.button('Project').click();
    const item = page.getByRole('menuitem', { name: entry }).first();
    if (!(await item.isEnabled())) {
      await page.keyboard.press('Escape');
      continue;
    }
    await item.click();
    const dialogue = page.getByRole('dialog').first();
    await expect(dialogue, entry).toBeVisible();
    await pointAtAll(page, entry);
    await page.keyboard.press('Escape');
    await expect(dialogue).toBeHidden();
  }
}

/** A small world that says `texts` wherever an environment can: to agents, in `info`, in `render`, on the console; or throws them. */
const environmentOf = (texts: readonly string[], throws = false): string => `import { type Environment } from 'marft/env';
const TEXTS: string[] = ${JSON.stringify(texts)};
export default {
  name: TEXTS.join('').slice(0, 200),
  description: TEXTS.join('').slice(0, 2000),
  reset() {
    console.log(TEXTS.slice(0, 20).join(' '));
    ${throws ? "throw new Error(TEXTS.join(' ').slice(0, 2000));" : ''}
    return { state: { turn: 0 }, observation: '1+1? ' + TEXTS[0] };
  },
  step({ state }) {
    for (const text of TEXTS.slice(20, 60)) console.log(text);
    return { state, observation: '', reward: 1, terminated: true, truncated: false, info: { texts: TEXTS.join(' ').slice(0, 12_000) } };
  },
  render() {
    return TEXTS.join('\\n').slice(0, 20000);
  },
} satisfies Environment<{ turn: number }>;
`;

/** Rows of another trainer's log: each payload is a problem, something said and, some of them, somebody's name. */
const rowsOf = (texts: readonly string[]): string =>
  texts
    .map((payload, index) => ({
      meta: { global_step: 1 },
      traj_id: `0-${index}`,
      problem_id: index,
      agent_name: texts[index % 4],
      messages: [
        { role: 'system', content: payload },
        { role: 'user', content: payload },
      ],
      response: payload,
      score: index % 2,
      [texts[0] ?? '']: index / 10,
    }))
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');

/** A configuration of the second MARFT code base, whose roles are named and told payloads. */
const rolesOf = (texts: readonly string[]): string => {
  const names = texts.slice(8, 12);
  const roles = names.map((name, index) => ({
    name,
    system_prompt: joined(texts, 4000, 99 * index),
    description: joined(texts, 400, index),
  }));
  return JSON.stringify({
    experiment_name: texts[12],
    multi_agent: {
      graph_type: 'sequential',
      use_multi_lora: true,
      shared_lora: true,
      role_names: names,
      role_configs: Object.fromEntries(roles.map((role) => [role.name, role])),
    },
  });
};

/** A page without the policy, on which what a payload calls is heard; `texts` go through it, in every place that has room for them, or if not `whole` in some. */
async function everywhere(page: Page, texts: readonly string[], whole: boolean): Promise<void> {
  const workbench = new Workbench(page);
  page.setDefaultTimeout(30_000);
  await page.addInitScript(() => {
    const ran: number[] = [];
    Object.assign(globalThis, { ran, xss: (number: number) => ran.push(number) });
  });
  await workbench.open();
  await test.step('what a payload would do is seen and heard', async () => {
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<div id="control"><img src=x onerror=xss(1)><a href="javascript:xss(2)"></a></div>');
    });
    await expect.poll(async () => (await page.evaluate(made)).ran, 'it runs').toEqual([1]);
    expect((await page.evaluate(made)).elements).toHaveLength(2);
    await page.evaluate(() => {
      document.querySelector('#control')?.remove();
      (globalThis as unknown as { ran: number[] }).ran.length = 0;
    });
  });

  const project = smallProject({ iterations: 1 });
  const hostile = (from: number) => ({
    ...project,
    name: joined(texts, 200, from),
    description: joined(texts, 10_000, from),
    team: {
      ...project.team,
      agents: project.team.agents.map((agent, index) => ({
        ...agent,
        label: joined(texts, 80, from + index),
        prompt: joined(texts, 60_000, from),
      })),
    },
    environment: { ...project.environment, file: joined(texts, 200, from + 7) },
  });
  await test.step('a project', async () => {
    await workbench.importFile(`${(texts[1] ?? '').replaceAll('/', '')}.json`, JSON.stringify(hostile(0)));
    await workbench.closeMessage();
    await expect(workbench.projectName).toHaveValue(joined(texts, 200));
    await lookAround(page, 'a project', whole ? PLACES : ['Team', 'Environment']);
    if (whole) await lookIntoDialogues(page, workbench);
  });
  if (whole)
    // A name has room for three or four: each of them stands in one, and names stand in most places.
    await test.step('every payload as a name', async () => {
      await goTo(page, 'Team');
      for (let from = 0, at = 0; from < texts.length; at += 1) {
        const name = joined(texts.slice(from), 200) || (texts[from] ?? '');
        await workbench.projectName.fill(name);
        await workbench.projectName.press('Tab');
        await nothingOn(page, `name ${at}`);
        from += Math.max(
          1,
          texts
            .slice(from)
            .findIndex(
              (_, count) => joined(texts.slice(from, from + count + 1), 200).length < texts.slice(from, from + count + 1).join('').length,
            ),
        );
      }
    });
  await test.step('files that cannot be read', async () => {
    await workbench.importFile(
      `${(texts[2] ?? '').replaceAll('/', '')}.json`,
      JSON.stringify({ ...hostile(3), [texts[3] ?? '']: joined(texts, 2000, 3) }),
    );
    await expect(workbench.problems.first()).toBeVisible();
    await nothingOn(page, 'a file that is refused');
    await workbench.importFile('broken.json', joined(texts, 4000));
    await nothingOn(page, 'no JSON');
  });

  const panel = workbench.editors.panel('Environment');
  for (const throws of whole ? [false, true] : [false])
    await test.step(throws ? 'what an environment throws' : 'what an environment says', async () => {
      const environment = { ...project.environment, file: 'theirs.ts', source: environmentOf(texts, throws) };
      await workbench.begin({ ...project, name: joined(texts, 200, 9), environment });
      await workbench.agree();
      await workbench.editors.openTab('Environment');
      const tried = workbench.button('Try one problem');
      await expect(tried).toBeEnabled(TRAINING);
      await tried.click();
      await expect(throws ? panel.getByRole('alert').first() : page.getByRole('region', { name: 'One problem, step by step' })).toBeVisible(
        TRAINING,
      );
      await pointAtAll(page, 'tried');
      if (throws) return;
      await workbench.trainToTheEnd();
      await lookAround(page, 'trained', whole ? ['Inspect', 'Runs', 'Training'] : ['Inspect']);
    });

  if (whole) {
    await test.step('a team of another framework', async () => {
      await workbench.importFile('team.yaml', rolesOf(texts));
      const dialogue = page.getByRole('dialog', { name: 'A team from elsewhere' });
      await expect(dialogue.getByRole('button', { name: 'Use this team' })).toBeVisible();
      await pointAtAll(page, 'a team, looked at');
      await dialogue.getByRole('button', { name: 'Use this team' }).click();
      await expect(dialogue).toBeHidden();
      await lookAround(page, 'a team', ['Team', 'Training']);
    });
    await test.step('a model from a folder', async () => {
      await workbench.begin(project);
      const outside = await mkdtemp(join(tmpdir(), 'payloads-'));
      const folder = join(outside, texts.find((payload) => payload.length < 100 && !payload.includes('/')) ?? '');
      await cp(join(import.meta.dirname, '../../../public/models/micro'), folder, { recursive: true });
      await goTo(page, 'Training');
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByLabel('Use a folder…').setInputFiles(folder);
      await expect(page.getByRole('button', { name: /^Delete “.*” from this browser$/ })).toBeVisible(TRAINING);
      await rm(outside, { recursive: true });
      await lookAround(page, 'a model', ['Training', 'Team']);
    });
  }

  await test.step('problems from a file', async () => {
    await workbench.begin(project);
    await workbench.editors.openTab('Environment');
    const rows = texts
      .map((payload, index) => JSON.stringify({ [texts[0] ?? '']: payload, [texts[4] ?? '']: index, answer: payload }))
      .join('\n');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('region', { name: 'Data set', exact: true }).getByRole('button', { name: 'Problems from a file…' }).click();
    await (await chooser).setFiles({
      name: `${(texts[5] ?? '').replaceAll('/', '')}.jsonl`,
      mimeType: 'text/plain',
      buffer: Buffer.from(rows),
    });
    const box = page.getByRole('dialog', { name: /^Problems from/ });
    await expect(box).toBeVisible(TRAINING);
    const after = box.getByRole('button', { name: 'Rows after' });
    do {
      await pointAtAll(page, 'rows of a file');
    } while (whole && (await after.isEnabled()) && (await after.click(), true));
    await page.keyboard.press('Escape');
  });

  await test.step('a run of another trainer', async () => {
    await goTo(page, 'Runs');
    await page.getByRole('button', { name: 'Open a run of another trainer…' }).last().click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: 'A file, or several', exact: true }).click();
    await (await choosing).setFiles({
      name: `${(texts[6] ?? '').replaceAll('/', '')}.jsonl`,
      mimeType: 'text/plain',
      buffer: Buffer.from(rowsOf(texts)),
    });
    const dialogue = page.getByRole('dialog', { name: 'Open a run of another trainer' });
    await expect(dialogue).toBeVisible(TRAINING);
    await expect(dialogue.getByRole('button', { name: 'Open the run' })).toBeVisible(TRAINING);
    await pointAtAll(page, 'what it holds');
    await dialogue.getByRole('textbox', { name: 'Name', exact: true }).fill(joined(texts, 100, 11));
    await dialogue.getByRole('button', { name: 'Open the run' }).click();
    await expect(dialogue).toBeHidden(TRAINING);
    await page.getByRole('tab', { name: 'Microscope' }).click();
    await expect(workbench.episodes.transcript).toContainText(texts.at(0) ?? '', TRAINING);
    await lookAround(page, 'a run of others', whole ? ['Inspect', 'Runs'] : ['Runs']);
    if (!whole) return;
    await goTo(page, 'Inspect');
    await page.getByRole('main').getByRole('tab').first().click();
    await page.getByRole('grid', { name: 'Episodes that can be read' }).focus();
    for (let count = 0; count < texts.length; count += 1) {
      await page.keyboard.press('ArrowDown');
      if (count % 8 === 0) await nothingOn(page, `episode ${count}`);
    }
  });
}

/** Does `work` on a page without the content policy. */
async function withoutPolicy(browser: Browser, baseURL: string | undefined, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    bypassCSP: true,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  try {
    await work(await context.newPage());
  } finally {
    await context.close();
  }
}

test('texts of others are text in places of the page, in their tabs, hints and dialogues', async ({ browser, baseURL }) => {
  test.setTimeout(360_000);
  const some = XSS_PAYLOADS.filter((_, index) => index % 13 === 0);
  await withoutPolicy(browser, baseURL, (page) => everywhere(page, some, false));
});

test('all 504 payloads are text in every place of the page, every tab, hint and dialogue', { tag: LONG }, async ({ browser, baseURL }) => {
  test.setTimeout(900_000);
  await withoutPolicy(browser, baseURL, (page) => everywhere(page, XSS_PAYLOADS, true));
});
