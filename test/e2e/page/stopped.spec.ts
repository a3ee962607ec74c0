/** Parts of the page that stop working, and the page itself: which one it was is said, the others work, and what was edited is there afterwards. */
import { expect, type Page } from '@playwright/test';
import { smallProject } from '../support/projects.ts';
import { test } from '../support/test.ts';
import { Workbench } from '../support/workbench.ts';

/** From the next time the page is opened no element of these kinds can be made in it, until that is mended. */
async function plant(page: Page, tags: readonly string[]): Promise<void> {
  const spoil = (spoiled: readonly string[]): void => {
    const create = Document.prototype.createElement;
    const scope = globalThis as { mend?: () => void };
    scope.mend = () => {
      Document.prototype.createElement = create;
    };
    Document.prototype.createElement = function spoilt(this: Document, tag: string, ...more: []) {
      if (spoiled.includes(tag)) throw new Error(`planted in <${tag}>`);
      return create.call(this, tag, ...more);
    } as typeof create;
  };
  await page.addInitScript(spoil, tags);
}

const mend = (page: Page): Promise<void> => page.evaluate(() => (globalThis as { mend?: () => void }).mend?.());

const stopped = (page: Page, place: string) => page.locator(`[data-stopped="${place}"]`);

// Its own driver: the tests' own one fails on what is logged as an error, as a defect is.
const driver = (page: Page): Workbench => {
  page.setDefaultTimeout(30_000);
  return new Workbench(page);
};

test('parts that stop working are named and leave the rest; opened again they are there, with what was edited', async ({ page }) => {
  const workbench = driver(page);
  const files = '**/assets/TrainingTabs-*.js';
  await page.route(files, (route) => route.abort());
  await plant(page, ['header', 'nav', 'footer']);
  await page.goto('/');
  const report = page.getByRole('dialog', { name: 'What happened' }).getByRole('textbox', { name: /^The report/ });

  await test.step('header, rail and status line stand in for themselves', async () => {
    for (const place of ['Header', 'Places', 'Status']) await expect(stopped(page, place)).toContainText(`${place} stopped working.`);
    await expect(workbench.button('Train')).toBeVisible();
    expect((await stopped(page, 'Header').boundingBox())?.height, 'no more than a bar').toBeLessThan(120);
    await mend(page);
    for (const place of ['Header', 'Places', 'Status']) await stopped(page, place).getByRole('button', { name: 'Open it again' }).click();
    // An episode has a header too, which a page that was slow has drawn by then.
    await expect(async () => {
      for (const again of await page.locator('[data-stopped]').getByRole('button', { name: 'Open it again' }).all())
        await again.click({ timeout: 1000 });
      await expect(page.locator('[data-stopped]')).toHaveCount(0, { timeout: 1000 });
    }).toPass({ timeout: 15_000 });
    await workbench.projectName.fill('Edited before');
    await workbench.projectName.press('Enter');
  });
  await test.step('a file that does not come is told where it is missed, and asked for again', async () => {
    const panel = stopped(page, 'Training');
    // Keys are heard once what hears them is fetched.
    await expect(async () => {
      await page.keyboard.press('Alt+3');
      await expect(panel).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 15_000 });
    await expect(panel).toContainText('Training could not be opened.');
    await expect(panel).toContainText('Check the connection');
    await panel.getByRole('button', { name: 'What happened' }).click();
    await expect(report).toHaveValue(/defect · Header\n/);
    await expect(report).toHaveValue(/E_FETCH · Training\n?/);
    await expect(report).not.toHaveValue(/planted|Edited before/);
    await page.keyboard.press('Escape');
    await page.unroute(files);
    await panel.getByRole('button', { name: 'Open it again' }).click();
    await expect(page.getByRole('tab', { name: 'Warm start' })).toBeVisible();
    await expect(workbench.projectName).toHaveValue('Edited before');
  });
  await test.step('the report is at hand without a failure too', async () => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await workbench.statusLine.getByRole('button', { name: 'What happened' }).click();
      await expect(report).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(report).toBeHidden();
    }
  });
});

test('a dialogue that stops working can be closed and asked for again, and code that waits for consent does not run', async ({ page }) => {
  const workbench = driver(page);
  const files = '**/assets/Palette-*.js';
  await page.route(files, (route) => route.abort());
  await workbench.open();
  await test.step('the palette', async () => {
    await workbench.button('Search or do…').click();
    const failed = stopped(page, 'Command palette');
    await expect(failed).toContainText('Command palette could not be opened.');
    await failed.getByRole('button', { name: 'Close this message' }).click();
    await expect(failed).toHaveCount(0);
    await page.unroute(files);
    await workbench.button('Search or do…').click();
    await expect(page.getByRole('dialog').getByRole('combobox').or(page.getByRole('dialog').getByRole('textbox'))).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('the question about code', async () => {
    const { environment, ...rest } = smallProject({ iterations: 1 });
    const foreign = { ...rest, environment: { ...environment, source: `${environment.source}\n// from outside\n` } };
    await workbench.importFile('foreign.json', JSON.stringify(foreign));
    // It is asked by itself, once.
    await workbench.consent.getByRole('button', { name: 'Keep it closed' }).click();
    await expect(workbench.consent).toBeHidden();
    await page.evaluate(() => {
      const { encode } = TextEncoder.prototype;
      TextEncoder.prototype.encode = function planted(): never {
        throw new Error('planted');
      };
      (globalThis as { mend?: () => void }).mend = () => {
        TextEncoder.prototype.encode = encode;
      };
    });
    await workbench.statusLine.getByRole('button', { name: 'Review' }).click();
    const failed = stopped(page, 'The question whether code may run');
    await failed.getByRole('button', { name: 'Close this message' }).click();
    await expect(failed).toHaveCount(0);
    await mend(page);
    await expect(workbench.statusLine.getByRole('button', { name: 'Review' }), 'held back as before').toBeVisible();
    await workbench.statusLine.getByRole('button', { name: 'Review' }).click();
    await expect(workbench.consent.getByRole('button', { name: 'Run it' })).toBeVisible();
  });
});

test('a page that stops as a whole says so in the person’s language, and the last edit is there after a reload', async ({ page }) => {
  const workbench = driver(page);
  await workbench.open();
  await workbench.projectName.fill('Edited last');
  await workbench.projectName.press('Enter');
  // Not of any part: the frame is laid out anew for a narrow window. What stands in its place is made once it is gone.
  await page.evaluate(() => {
    const create = Document.prototype.createElement;
    Document.prototype.createElement = function spoilt(this: Document, tag: string, ...more: []) {
      if (tag === 'main' && document.querySelector('main')) throw new Error('planted');
      return create.call(this, tag, ...more);
    } as typeof create;
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { name: 'The workbench stopped working' })).toBeVisible();
  await expect(page.getByText('Your projects are kept in this browser, with your last edit.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the page without what it kept' })).toHaveAttribute('href', '/?safe');
  await page.getByText('What happened', { exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'What happened' })).toHaveValue(/- version: \d[^]*defect · The page/);
  await expect(page.getByRole('textbox', { name: 'What happened' })).not.toHaveValue(/Edited last/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(workbench.projectName).toHaveValue('Edited last');
});

test('a page that cannot be opened says so in the person’s language', async ({ page }) => {
  driver(page);
  // Asked for as the page is put together, before anything is drawn.
  await page.addInitScript(() => {
    Document.prototype.getElementById = () => {
      throw new Error('planted');
    };
  });
  await page.goto('/?lang=zh');
  await expect(page.getByRole('heading', { name: '工作台没能打开' })).toBeVisible();
  await page.getByRole('button', { name: '重新加载页面' }).waitFor();
});
