/** The changelog that this page was built with. */
import text from '../../../../CHANGELOG.md?raw';
import { parseChangelog } from './changelog.ts';

export const RELEASES = parseChangelog(text);
