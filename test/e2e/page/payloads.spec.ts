/** A project whose every text is a payload: all of it is text wherever it stands, in every place of the page. */
import { XSS_PAYLOADS } from '../../support/xssPayloads.ts';
import { goTo, type PlaceName } from '../support/places.ts';
import { smallProject } from '../support/projects.ts';
import { expect, LONG, test } from '../support/test.ts';

const PLACES: readonly PlaceName[] = ['Team', 'Environment', 'Training', 'Inspect', 'Runs', 'Learn'];

/** As many of the payloads as a text has room for, one behind the other. */
function payloads(most: number, from = 0): string {
  let text = '';
  for (const payload of [...XSS_PAYLOADS.slice(from), ...XSS_PAYLOADS.slice(0, from)]) {
    if (text.length + payload.length > most) break;
    text += payload;
  }
  return text;
}

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
    label: payloads(80, index * 50),
    prompt: payloads(60_000).replaceAll(/[{}]/g, ''),
  }));
  await workbench.open({
    ...project,
    name: payloads(200),
    description: payloads(10_000),
    team: { ...project.team, agents },
    environment: { ...project.environment, file: payloads(200, 7) },
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
  await expect(workbench.projectName).toHaveValue(payloads(200));
  // A team that has room for its prompts trains with them: its curves and episodes have the texts in them.
  const spoken = project.team.agents.map((agent, index) => ({
    ...agent,
    label: payloads(80, index * 50),
    prompt: `${agent.prompt} ${XSS_PAYLOADS[3]}`,
  }));
  await workbench.begin({ ...project, name: payloads(200, 9), description: payloads(10_000), team: { ...project.team, agents: spoken } });
  await workbench.trainToTheEnd();
  for (const place of ['Inspect', 'Runs', 'Training'] as const) {
    await goTo(page, place);
    expect(await found(), `${place}, trained`).toEqual({ ran: [], elements: [], scripts: 0 });
  }
});
