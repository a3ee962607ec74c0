/**
 * Pictures of the page: `npm run screenshots` writes those that the user guide shows to docs/guide/;
 * and those of the walk in docs/who-earned-the-reward.md to docs/who-earned-the-reward/;
 * `npm run screenshots -- --out FOLDER` writes every place in both colours at two widths, to be looked at.
 * It builds and serves the page; `--url URL` takes one that is served already.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright';
import { build, preview } from 'vite';
import { creditWalk } from '../test/e2e/support/creditWalk.ts';
import { Workbench } from '../test/e2e/support/workbench.ts';
import { launchOptions } from './testing/browser.ts';

const PLACES = ['Team', 'Environment', 'Training', 'Inspect', 'Runs', 'Learn'] as const;
type PlaceName = (typeof PLACES)[number];

interface Look {
  readonly scheme: 'light' | 'dark';
  readonly width: number;
}

const LOOKS: readonly Look[] = [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 1440 },
  { scheme: 'light', width: 900 },
  { scheme: 'dark', width: 900 },
];

/** Parts of the Learn place and a lesson, by what their pictures are called. */
const ADDRESSES: Readonly<Record<string, string>> = {
  lesson: '#lesson=lamas&step=arrow',
  museum: '#place=learn&part=museum',
  miniature: '#place=learn&part=miniature',
};

/** What docs/guide.md shows. */
const GUIDE: readonly (Look & { readonly places: readonly PlaceName[] })[] = [
  { scheme: 'light', width: 1440, places: PLACES },
  { scheme: 'dark', width: 900, places: ['Team'] },
];

const HEIGHT = 900;
/** After a place was opened: time for the charts, the editor and the checks to be drawn, milliseconds. */
const SETTLING = 2500;

const { values } = parseArgs({ options: { url: { type: 'string' }, out: { type: 'string' } } });
const out = values.out ?? 'docs/guide';
const wanted = values.out === undefined ? GUIDE : LOOKS.map((look) => ({ ...look, places: PLACES }));

const served = values.url === undefined ? await serve() : { url: values.url, close: async () => undefined };
const browser = await chromium.launch(launchOptions());
try {
  await mkdir(out, { recursive: true });
  for (const { places, ...look } of wanted) {
    await picture(browser, served.url, look, places);
    if (places === PLACES) await addressPictures(browser, served.url, look);
  }
  if (values.out === undefined) await walkPictures(browser, served.url, 'docs/who-earned-the-reward');
} finally {
  await browser.close();
  await served.close();
}

async function serve(): Promise<{ url: string; close: () => Promise<void> }> {
  await build({ logLevel: 'warn' });
  const server = await preview({ preview: { port: 4291 } });
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('The built page is not served.');
  return { url, close: () => server.close() };
}

/** Opens the page once and takes a picture of each of `places`. */
async function picture(chrome: Browser, url: string, { scheme, width }: Look, places: readonly PlaceName[]): Promise<void> {
  const page = await chrome.newPage({ viewport: { width, height: HEIGHT }, colorScheme: scheme, reducedMotion: 'reduce' });
  await page.goto(url);
  await page.getByRole('button', { name: 'Train', exact: true }).waitFor();
  for (const place of places) {
    await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: place, exact: true }).click();
    await page.mouse.move(0, HEIGHT - 1); // away from what would say its name
    await settled(page, place);
    const path = join(out, `${place.toLowerCase()}-${width}-${scheme}.webp`);
    await save(page, path);
  }
  await page.close();
}

/** Opens each of the addresses on a page of its own and takes its picture. */
async function addressPictures(chrome: Browser, url: string, { scheme, width }: Look): Promise<void> {
  for (const [name, address] of Object.entries(ADDRESSES)) {
    const page = await chrome.newPage({ viewport: { width, height: HEIGHT }, colorScheme: scheme, reducedMotion: 'reduce' });
    await page.goto(new URL(address, url).href);
    await page.getByRole('button', { name: 'Train', exact: true }).waitFor();
    await page.getByText(/^(Opening|Loading)/).waitFor({ state: 'hidden' });
    await page.waitForTimeout(2 * SETTLING); // the lesson opens its project first
    // On a busy machine its curves come later still.
    if (name === 'lesson') await page.locator('figure[data-chart="reward"] [data-drawn]:not([data-drawn="0"])').first().waitFor();
    const path = join(out, `${name}-${width}-${scheme}.webp`);
    await save(page, path);
    await page.close();
  }
}

/** A picture at every stop of the walk that the end-to-end test takes too. */
async function walkPictures(chrome: Browser, url: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const page = await chrome.newPage({
    baseURL: url,
    viewport: { width: 1440, height: HEIGHT },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await creditWalk(new Workbench(page), async (stop) => {
    await page.mouse.move(0, HEIGHT - 1);
    await page.waitForTimeout(SETTLING);
    const path = join(folder, `${stop}.webp`);
    await save(page, path);
  });
  await page.close();
}

/** The lossless picture of a WebP alone, without the colour profile that newer versions of Chromium put beside it. */
function simpleWebp(webp: Buffer): Buffer {
  const start = webp.indexOf('VP8L');
  const size = webp.readUInt32LE(start + 4);
  const picture = webp.subarray(start, start + 8 + size + (size % 2));
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + picture.length, 4);
  return Buffer.concat([head, picture]);
}

/** Writes what `page` shows as a lossless WebP, about a third of its PNG. */
async function save(page: Page, path: string): Promise<void> {
  const png = (await page.screenshot()).toString('base64');
  const blank = await browser.newPage(); // where no policy of the page's forbids to read the picture
  const url = await blank.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 1); // Chromium's full quality is lossless
  }, png);
  await blank.close();
  const webp = simpleWebp(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  await writeFile(path, webp);
  console.log(`${path} · ${(webp.length / 1024).toFixed(0)} kB`);
}

async function settled(page: Page, place: PlaceName): Promise<void> {
  // Charts are drawn once they are in view and the page has time.
  if (place === 'Team' || place === 'Environment' || place === 'Training')
    await page.locator('figure[data-chart="reward"] canvas').first().waitFor();
  await page.getByText(/^(Opening|Loading)/).waitFor({ state: 'hidden' });
  await page.waitForTimeout(SETTLING);
}
