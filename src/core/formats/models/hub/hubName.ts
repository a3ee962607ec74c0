/** Names of models on the Hugging Face Hub, as a project and the command line give them. */

export interface HubName {
  /** `org/name`. */
  readonly id: string;
  /** A branch, a tag or a commit; null where none is given. */
  readonly revision: string | null;
}

/** The branch that is meant where no revision is given. */
export const MAIN = 'main';

const PART = /^\w[\w.-]{0,95}$/;
const REVISION = /^[\w.-]+(?:\/[\w.-]+)*$/;
const COMMIT = /^[0-9a-f]{40}$/;

/** Whether a revision is a whole commit, which never changes. */
export const isCommit = (revision: string | null): revision is string => revision !== null && COMMIT.test(revision);

/** Reads `org/name` or `org/name@revision`, either also after `hf:`; null for any other text. */
export function parseHubName(text: string): HubName | null {
  const [id = '', ...rest] = text.replace(/^hf:/, '').split('@');
  const parts = id.split('/');
  // The Hub allows no such names; in a path of the cache they would mean something else.
  if (parts.length !== 2 || parts.some((part) => !PART.test(part) || /--|\.\.|\.git$/.test(part))) return null;
  if (rest.length === 0) return { id, revision: null };
  const [revision = ''] = rest;
  if (rest.length > 1 || revision.length > 200 || !REVISION.test(revision) || /(?:^|\/)\.+(?:\/|$)/.test(revision)) return null;
  return { id, revision };
}

/** The name of a base that is this model: with its commit it is the same model for good. */
export const hubBaseName = ({ id, revision }: HubName): string => (revision === null ? id : `${id}@${revision}`);

/** The same for people: a commit is cut to the digits that git shows. */
export const shortHubName = ({ id, revision }: HubName): string =>
  hubBaseName({ id, revision: isCommit(revision) ? revision.slice(0, 7) : revision });
