/** Two tabs of the page in one browser, and two builds of it at one address. */
import { join } from 'node:path';
import { projectRoot } from '../../kit/folders.ts';
import { type ServedPage, servedPage } from '../browser/builtPage.ts';
import { type Draws, draws } from '../draws.ts';
import type { TortureRow, TrialOutcome } from '../row.ts';
import { atOnce, inTurn } from '../tabs/builds.ts';
import { clearedWhileTraining } from '../tabs/clearing.ts';
import { editedInBoth } from '../tabs/editing.ts';
import { OLDER, olderPage, type TwoBuilds, twoBuilds } from '../tabs/olderPage.ts';
import { trainedAlone } from '../tabs/runs.ts';
import { inTabs } from '../tabs/tabs.ts';
import { trainedInBoth, TRAININGS } from '../tabs/training.ts';

let served: Promise<ServedPage> | undefined;
let builds: Promise<TwoBuilds> | undefined;

const newer = async (): Promise<string> => (await (served ??= servedPage())).url;
const both = (): Promise<TwoBuilds> => (builds ??= newer().then(() => twoBuilds({ older: olderPage(), newer: join(projectRoot, 'dist') })));

const TRAINING_NAMES = Object.keys(TRAININGS);

/** Each has a quarter of the trials, of which `turn` counts; they say what came of it in few texts, and throw where something broke. */
const SCENARIOS: readonly ((draw: Draws, turn: number) => Promise<string>)[] = [
  async (draw) => `edited in both: ${await inTabs(await newer(), (tabs) => editedInBoth(tabs, draw))}`,
  async (draw, turn) => {
    const [url, name] = [await newer(), TRAINING_NAMES[turn % TRAINING_NAMES.length] ?? ''];
    const whole = await trainedAlone(url);
    return `${name}: ${await inTabs(url, (tabs) => trainedInBoth(name, { tabs, draw, whole }))}`;
  },
  async (draw) => {
    const url = await newer();
    const whole = await trainedAlone(url);
    return `cleared: ${await inTabs(url, (tabs) => clearedWhileTraining(tabs, draw, whole))}`;
  },
  async (draw, turn) => {
    const at = await both();
    at.put('older');
    // On one's own computer the page has no service worker.
    const [url, kept] = draw.chance(0.3) ? [at.url.replace('localhost', 'workbench.localhost'), ' with a service worker'] : [at.url, ''];
    return `two builds${kept} ${await inTabs(url, (tabs) => (turn % 3 === 2 ? atOnce : inTurn)({ tabs, builds: at, draw }))}`;
  },
];

export const row: TortureRow = {
  id: 'two-tabs',
  method: `One browser with a profile on the disk has the built page open in two tabs, and in turn: (1) one project is edited in both, by keys, at once or after each other around the 400 ms that an edit waits, taken over, loaded again, closed and opened; each edit adds a mark that no other takes away, and every mark must be on screen where it was made, and in the browser’s database, in the project or in a copy that the page lists, once both were closed and one is opened, in half of the trials after the last one was so busy since its edit that Chromium ended it without a word; of two tabs on one project one has it, and the other says so and follows. (2) ${TRAINING_NAMES.join('; ')}: one of two writers is refused with E_RUN_LIVE, and what is finished is, byte for byte, the run of a tab that was alone. (3) While a run goes on, Chromium clears the site’s private files, database, local storage and caches, all or some: the page says that the run is not kept, no part of it stops, what is edited afterwards is kept, and of no run half is left; a run whose files stayed is whole, and so is the next one. (4) The page of commit ${OLDER.commit.slice(0, 8)} (format ${OLDER.format}) and today’s take each other’s place at one address, older, newer, older, newer: the newer opens projects and runs of the older, migrates once and changes no file of a run; the older names the newer format, leaves what it cannot read and edits another project; the newer finds all of both. In every third of those trials both are open at once; in some the address is not that of one’s own computer, so that the newer page has a service worker. The older page is built once, into node_modules/.cache.`,
  source: 'SQLite’s multi-process tests (`mptester`), https://www.sqlite.org/testing.html, and web-platform-tests of Clear-Site-Data',
  codeUnderTest: [
    'src/page/state/projects',
    'src/page/state/projectStorage',
    'src/page/state/library',
    'src/runs/library',
    'workers/library',
    'workers/opfs',
    'headless/torture/tabs',
  ],
  goal: 60,
  short: [],
  async trial(seed): Promise<TrialOutcome> {
    const [which, turn] = [(seed - 1) % SCENARIOS.length, Math.floor((seed - 1) / SCENARIOS.length)];
    return { kind: 'survived', note: await SCENARIOS[which]?.(draws(seed, 'two-tabs'), turn) };
  },
  async close() {
    await Promise.all([served, builds].map(async (server) => (await server)?.close()));
    served = builds = undefined;
  },
};
