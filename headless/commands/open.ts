/**
 * `marft open [FOLDER|FILE] [--forward URL [--token-file F]]`: serves the built page and opens it, with the files of a run that it opens at once, or
 * with a training server behind it. `PORT` chooses the port to try first; `BROWSER=none` opens nothing.
 */
import { join } from 'node:path';
import { showPage } from '../../scripts/showPage.mjs';
import { projectRoot } from '../kit/folders.ts';
import { servingFrom } from './start.ts';

await showPage(join(projectRoot, 'dist'), await servingFrom(process.argv.slice(2), process.cwd()));
