/** Projects as links: making one of the open project, and opening the one in the page's address. */
import { SHIPPED_BASES, baseNames } from '../../../core/document/bases.ts';
import { linkHash, readLink, type LinkOptions, type ShippedEnvironments } from '../../../core/share/share.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { faultFrom } from '../../../core/faults.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../environments/index.ts';
import { environmentSource } from '../../../environments/source.vite.ts';
import { parseLesson } from '../../state/address/address.ts';
import { pageFaultsStore } from '../../state/document/pageFaults.ts';
import { notifyDone } from '../notices/notify.ts';
import { text } from '../../../words/words.ts';
import { openAsNew, underWay } from './projectActions.ts';

const SHIPPED: ShippedEnvironments = BUILTIN_ENVIRONMENTS.map(({ id }) => ({ id, source: environmentSource(id) }));

/** The address that opens `document` in this workbench. */
export function linkOf(document: ProjectDocument, options: LinkOptions = {}): string {
  const { origin, pathname, search } = window.location;
  return `${origin}${pathname}${search}${linkHash(document, SHIPPED, options)}`;
}

/** Whether the environment ships with the workbench, so that a link need only name it. */
export const namesEnvironment = ({ environment }: ProjectDocument): boolean => SHIPPED.some(({ source }) => source === environment.source);

/** Bases that whoever opens a link will not have. */
export const ownBases = (document: ProjectDocument): string[] =>
  baseNames(document).filter((name) => !SHIPPED_BASES.some((shipped) => shipped === name));

/** Opens the project in the page's address, if there is one, with the lesson beside it, and takes both out of the address. */
export function openLink(): boolean {
  const { hash, pathname, search } = window.location;
  try {
    const link = readLink(hash, SHIPPED);
    if (!link) return false;
    window.history.replaceState(window.history.state, '', pathname + search);
    const kept = openAsNew(link.document, link.lesson);
    const taught = parseLesson(hash);
    if (taught.lesson !== undefined) void import('../lessons/openLessonHere.ts').then((life) => life.openLessonHere(taught));
    notifyDone(text.projects.opened, [text.projects.link.opened(link.document.name), ...kept, ...underWay()].join(' '));
    return true;
  } catch (error) {
    const fault = faultFrom(error);
    window.history.replaceState(window.history.state, '', pathname + search);
    pageFaultsStore.getState().report('project', [{ ...fault, message: `${text.projects.link.broken} ${fault.message}` }]);
    return false;
  }
}
