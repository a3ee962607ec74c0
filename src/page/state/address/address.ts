/**
 * Where the cursor stands, as the part of the page's address behind `#`: `#place=inspect&view=microscope&run=…&iteration=12&
 * episode=3&message=1&token=4`, and before it the step of a lesson: `#lesson=lazy-team&step=override`, alone for where that step
 * leads. A word of the glossary is `#place=learn&term=entropy`, another part of Learn `#place=learn&part=teachers`, a place in a document
 * `#place=learn&doc=environments&at=hooks`. It lives beside the links that carry a project (`#p=…`, core/document/share.ts), which are taken
 * out of the address when they are opened. What comes in an address is not trusted: what is unknown in it is left out.
 */
import { INSPECT_VIEWS, PLACES, TRAINING_TABS, type InspectView, type Place, type TrainingTab } from './places.ts';
import { CHANNELS, USUAL_CHANNEL, type Channel } from './channels.ts';

/** The step of a lesson that an address names: there may be no such lesson or step. */
export interface LessonAddress {
  readonly lesson?: string;
  /** Where it was left, when absent. */
  readonly step?: string;
}

/** Which part of the Learn place an address names, and the word of the glossary or the document there: there may be no such part, word or document. */
export interface LearnAddress {
  readonly part?: string;
  readonly term?: string;
  /** Path below `docs/` without its ending: `imports/teams`. */
  readonly doc?: string;
  /** The heading in that document. */
  readonly at?: string;
}

/** What an address says; each part only together with the parts it lies within. */
export interface Address extends LessonAddress, LearnAddress {
  readonly place?: Place;
  readonly tab?: TrainingTab;
  readonly view?: InspectView;
  /** What the tokens are coloured by. */
  readonly channel?: Channel;
  /** Role of the selected agent. */
  readonly role?: string;
  /** Id of a run: of a recorded one where it lies below the page, of others as this browser keeps them. */
  readonly run?: string;
  readonly iteration?: number;
  readonly episode?: number;
  readonly message?: number;
  readonly token?: number;
}

/** Longest id of a run, and longest role, that is read. */
const MOST_ID = 200;

/** From the whole run down to one token: each has its meaning within the one before. */
const NUMBERS = ['iteration', 'episode', 'message', 'token'] as const;

/** `#…`, or nothing for an address that says nothing. */
export function formatAddress(address: Address): string {
  const fields: string[] = [];
  for (const name of [
    'lesson',
    'step',
    'place',
    'part',
    'term',
    'doc',
    'at',
    'tab',
    'view',
    'channel',
    'role',
    'run',
    ...NUMBERS,
  ] as const) {
    const value = address[name];
    // Slashes may stand there as they are, and recorded runs have them.
    if (value !== undefined) fields.push(`${name}=${encodeURIComponent(value).replaceAll('%2F', '/')}`);
  }
  return fields.length === 0 ? '' : `#${fields.join('&')}`;
}

/** The fields of the part behind `#`. */
function fieldsOf(hash: string): ReadonlyMap<string, string> {
  return new Map(
    hash
      .replace(/^#/, '')
      .split('&')
      .map((field) => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)] as const),
  );
}

/** The lesson that `hash` names, also beside a project; nothing where it names none. */
export function parseLesson(hash: string): LessonAddress {
  const fields = fieldsOf(hash);
  const lesson = decoded(fields.get('lesson'));
  const step = decoded(fields.get('step'));
  return lesson ? { lesson, ...(step ? { step } : {}) } : {};
}

/** What `hash` says; null where it says nothing of the cursor or of a lesson, or carries a project. */
export function parseAddress(hash: string): Address | null {
  const fields = fieldsOf(hash);
  if (fields.has('p')) return null;
  const known = <T extends string>(all: readonly T[], name: string): T | undefined => all.find((one) => one === fields.get(name));
  const place = known(PLACES, 'place');
  const tab = known(TRAINING_TABS, 'tab');
  const view = known(INSPECT_VIEWS, 'view');
  const channel = known(CHANNELS, 'channel');
  const role = decoded(fields.get('role'));
  const run = decoded(fields.get('run'));
  const address: { -readonly [Name in keyof Address]: Address[Name] } = {
    ...parseLesson(hash),
    ...(place ? { place } : {}),
    ...(place === 'learn' ? learnOf(fields) : {}),
    ...(tab ? { tab } : {}),
    ...(view ? { view } : {}),
    ...(channel ? { channel } : {}),
    ...(role ? { role } : {}),
    ...(run ? { run } : {}),
  };
  for (const name of NUMBERS) {
    const value = fields.get(name) ?? '';
    if (!/^\d{1,9}$/.test(value)) break;
    address[name] = Number(value);
  }
  return Object.keys(address).length === 0 ? null : address;
}

function learnOf(fields: ReadonlyMap<string, string>): LearnAddress {
  const [part, term] = [fields.get('part') ?? '', fields.get('term') ?? ''].map((name) => /^\w{1,40}$/.exec(name)?.[0]);
  const doc = /^[\w/-]{1,60}$/.exec(fields.get('doc') ?? '')?.[0];
  const at = doc ? decoded(fields.get('at')) : null;
  return { ...(part ? { part } : {}), ...(term ? { term } : {}), ...(doc ? { doc } : {}), ...(at ? { at } : {}) };
}

function decoded(text: string | undefined): string | null {
  if (text === undefined || text.length > MOST_ID * 3) return null;
  try {
    const id = decodeURIComponent(text);
    return id.length <= MOST_ID ? id : null;
  } catch {
    return null; // cut in the middle of a character
  }
}

/** Where in the page an address leads, what goes without saying in it filled in: the team place, settings, the usual channel. */
export function whereOf({ place = 'team', tab, view, channel, iteration }: Address): {
  readonly place: Place;
  readonly tab?: TrainingTab;
  readonly view?: InspectView;
  readonly channel?: Channel;
} {
  const reads = place === 'inspect' || iteration !== undefined;
  return {
    place,
    ...(place === 'training' ? { tab: tab ?? 'settings' } : tab ? { tab } : {}),
    ...(view ? { view } : {}),
    ...(reads ? { channel: channel ?? USUAL_CHANNEL } : channel ? { channel } : {}),
  };
}

/** Whether two addresses are in the same step of the same lesson, or both in none. */
export function sameLesson(a: Address, b: Address): boolean {
  return a.lesson === b.lesson && a.step === b.step;
}

/**
 * Where one goes on in another place, part of Learn, document, view or step of a lesson a step back leads to where one was; finer moves take the
 * step's own place.
 */
export function isStep(before: Address, after: Address): boolean {
  return (
    !sameLesson(before, after) ||
    before.part !== after.part ||
    before.doc !== after.doc ||
    before.at !== after.at ||
    before.place !== after.place ||
    before.tab !== after.tab ||
    before.view !== after.view
  );
}

/** What the page was opened with; null where nothing was asked for. */
export const openedAddress: Address | null = typeof window === 'undefined' ? null : parseAddress(window.location.hash);
