/**
 * `npx tsx scripts/writeGallery.ts`: writes project and picture of every shipped project into its folder of `gallery/`, after a change of the
 * project or of its recorded run; held by a test. Cards are written by people.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseProject } from '../headless/kit/project.ts';
import { MODEL_PROJECTS } from '../src/core/document/presets/modelProjects.ts';
import { SIDE_PROJECTS } from '../src/core/document/presets/sideProjects.ts';
import { PRESETS } from '../src/core/document/presets/presets.ts';
import { encodeJson, type Files } from '../src/core/formats/files.ts';
import { parseCard } from '../src/core/gallery/card.ts';
import { GALLERY_FILES } from '../src/core/gallery/list.ts';
import { galleryPicture } from '../src/core/gallery/picture.ts';
import { agentColor } from '../src/page/kit/theme/agentColors.ts';
import { factsOf } from './page/gallery.ts';

const folderOf = (name: string): string => join(import.meta.dirname, '../gallery', name);

export const SHIPPED_PROJECTS = [...Object.keys(MODEL_PROJECTS), ...Object.keys(PRESETS), ...Object.keys(SIDE_PROJECTS)];

/** What the folder of a shipped project has beside its card. */
export function shippedFolder(name: string): Files {
  const document = chooseProject({ preset: name });
  const { run } = parseCard(new Uint8Array(readFileSync(join(folderOf(name), GALLERY_FILES.card))), name);
  const reward = factsOf(name, run, undefined)?.reward ?? null;
  return {
    [GALLERY_FILES.project]: encodeJson(document),
    'picture.svg': new TextEncoder().encode(galleryPicture(document, (slot) => agentColor(slot, 'light'), reward)),
  };
}

if (process.argv[1] === import.meta.filename)
  for (const name of SHIPPED_PROJECTS) {
    mkdirSync(folderOf(name), { recursive: true });
    for (const [file, bytes] of Object.entries(shippedFolder(name))) writeFileSync(join(folderOf(name), file), bytes);
  }
