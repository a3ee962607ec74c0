/**
 * Texts of others that are payloads: each is text wherever it stands on the page, in its places and their tabs, dialogues and hints. The content
 * policy would keep any of them from running, so it is taken off here: what is seen is that the page itself makes nothing of them.
 */
import type { Page } from '@playwright/test';
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

/** A small world that says `texts` wherever an environment can: to agents, in `info`, in `render`, on the console. */
const environmentOf = (texts: readonly string[]): string => `import { type Environment } from 'marft/env';
const TEXTS: string[] = ${JSON.stringify(texts)};
export default {
  name: TEXTS.join('').slice(0, 200),
  description: TEXTS.join('').slice(0, 2000),
  reset() {
    console.log(TEXTS.slice(0, 20).join(' '));
    return { state: { turn: 0 }, observation: '1+1? ' + TEXTS[0] };
  },
  step({ state }) {
    for (const text of TEXTS.slice(20, 60)) console.log(text);
    return { state, observation: '', reward: 1, terminated: true, truncated: false, info: { texts: TEXTS.join(' ') } };
  },
  render() {
    return TEXTS.join('\\n').slice(0, 20000);
  },
} satisfies Environment<{ turn: number }>;
`;

/** A page without the policy, on which what a payload calls is heard; `texts` go through it, in every place that has room for them. */
async function everywhere(page: Page, texts: readonly string[]): Promise<void> {
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
    await lookAround(page, 'a project', ['Team', 'Environment', 'Runs']);
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

  await test.step('what an environment says', async () => {
    const environment = { ...project.environment, file: 'theirs.ts', source: environmentOf(texts) };
    await workbench.begin({ ...project, name: joined(texts, 200, 9), environment });
    await workbench.agree();
    await workbench.editors.openTab('Environment');
    const tried = workbench.button('Try one problem');
    await expect(tried).toBeEnabled(TRAINING);
    await tried.click();
    await expect(page.getByRole('region', { name: 'One problem, step by step' })).toBeVisible(TRAINING);
    await pointAtAll(page, 'tried');
    await workbench.trainToTheEnd();
    await lookAround(page, 'trained', ['Inspect']);
  });
}

test('texts of others are text in the places of the page, their tabs and hints, without the policy too', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    bypassCSP: true,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  try {
    await everywhere(
      await context.newPage(),
      XSS_PAYLOADS.filter((_, index) => index % 13 === 0),
    );
  } finally {
    await context.close();
  }
});

test('a project whose every text is a payload runs no script and puts no element on the page', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      ran: [] as number[],
      xss: (number: number) => (globalThis as unknown as { ran: number[] }).ran.push(number),
    });
  });
  const project = smallProject();
  const agents = project.team.agents.map((agent, index) => ({
    ...agent,
    label: joined(XSS_PAYLOADS, 80, index * 50),
    prompt: joined(XSS_PAYLOADS, 60_000).replaceAll(/[{}]/g, ''),
  }));
  await workbench.open({
    ...project,
    name: joined(XSS_PAYLOADS, 200),
    description: joined(XSS_PAYLOADS, 10_000),
    team: { ...project.team, agents },
    environment: { ...project.environment, file: joined(XSS_PAYLOADS, 200, 7) },
  });

  const found = () =>
    page.evaluate(() => ({
      ran: (globalThis as unknown as { ran: number[] }).ran,
      // Every payload's own element, in the document or the shadow of one.
      elements: [
        ...document.querySelectorAll('img[src="x"], iframe, [onerror], [onload], [onfocus], [ontoggle], math, mglyph, a[href*="script:"]'),
      ].map((element) => element.outerHTML.slice(0, 200)),
      scripts: [...document.scripts].filter(({ textContent }) => textContent?.includes('xss(')).length,
    }));
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<a id="control" href="javascript:xss(1)"></a>'));
  expect((await found()).elements, 'the search finds what is there').toHaveLength(1);
  await page.evaluate(() => document.querySelector('#control')?.remove());
  for (const place of PLACES) {
    await goTo(page, place);
    expect(await found(), place).toEqual({ ran: [], elements: [], scripts: 0 });
  }
  await goTo(page, 'Team');
  await expect(workbench.projectName).toHaveValue(joined(XSS_PAYLOADS, 200));
  // A team that has room for its prompts trains with them: its curves and episodes have the texts in them.
  const spoken = project.team.agents.map((agent, index) => ({
    ...agent,
    label: joined(XSS_PAYLOADS, 80, index * 50),
    prompt: `${agent.prompt} ${XSS_PAYLOADS[3]}`,
  }));
  await workbench.begin({
    ...project,
    name: joined(XSS_PAYLOADS, 200, 9),
    description: joined(XSS_PAYLOADS, 10_000),
    team: { ...project.team, agents: spoken },
  });
  await workbench.trainToTheEnd();
  for (const place of ['Inspect', 'Runs', 'Training'] as const) {
    await goTo(page, place);
    expect(await found(), `${place}, trained`).toEqual({ ran: [], elements: [], scripts: 0 });
  }
});
