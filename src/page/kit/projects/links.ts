/** Projects as links: making one of the open project, and opening the one in the page's address. */
import {
  carriesProject,
  environmentNamed,
  linkHash,
  readLink,
  type LinkOptions,
  type ShippedEnvironments,
} from '../../../core/share/share.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { faultFrom, introduced } from '../../../core/faults.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../environments/index.ts';
import { parseLesson } from '../../state/address/address.ts';
import { builtInEnvironment, builtInFileOf } from '../../state/document/defaultProject.ts';
import { pageFaultsStore } from '../../state/document/pageFaults.ts';
import { notifyDone } from '../notices/notify.ts';
import { GAP, text } from '../../../words/words.ts';
import { openAsNew, underWay } from './projectActions.ts';

/** The built-in environment whose code is `source`, if it is one's. */
function shippedWith(source: string): ShippedEnvironments {
  const file = builtInFileOf(source);
  return BUILTIN_ENVIRONMENTS.filter((environment) => environment.file === file).map(({ id }) => ({ id, source }));
}

/** The address that opens `document` in this workbench. */
export function linkOf(document: ProjectDocument, options: LinkOptions = {}): string {
  const { origin, pathname, search } = window.location;
  return `${origin}${pathname}${search}${linkHash(document, shippedWith(document.environment.source), options)}`;
}

/** Whether the environment ships with the workbench, so that a link need only name it. */
export const namesEnvironment = ({ environment }: ProjectDocument): boolean => shippedWith(environment.source).length > 0;

/** Whether the page's address carries a project. */
export const hasLink = (): boolean => carriesProject(window.location.hash);

/**
 * Opens the project in the page's address, if there is one, with the lesson beside it, and takes both out of the address; tells
 * whether it did. Where the code that the link only names cannot be fetched, the link is put back, to be tried again.
 */
export async function openLink(): Promise<boolean> {
  const { hash, pathname, search } = window.location;
  if (!hasLink()) return false;
  const setAddress = (address: string): void => window.history.replaceState(window.history.state, '', address);
  setAddress(pathname + search);
  try {
    const link = readLink(hash, await namedBy(hash));
    if (!link) return false;
    const kept = openAsNew(link.document, link.lesson);
    const taught = parseLesson(hash);
    if (taught.lesson !== undefined) void import('../lessons/openLessonHere.ts').then((life) => life.openLessonHere(taught));
    notifyDone(text.projects.opened, [text.projects.link.opened(link.document.name), ...kept, ...underWay()].join(GAP));
    return true;
  } catch (error) {
    const fault = faultFrom(error);
    if (fault.code === 'E_ENV_FETCH') setAddress(pathname + search + hash);
    pageFaultsStore.getState().report('project', [introduced(fault, text.projects.link.broken)]);
    return false;
  }
}

/** The built-in environment that a link names, with its code. */
async function namedBy(hash: string): Promise<ShippedEnvironments> {
  const named = environmentNamed(hash);
  const found = BUILTIN_ENVIRONMENTS.find(({ id }) => id === named);
  return found ? [{ id: found.id, source: (await builtInEnvironment(found.file)).source }] : [];
}
