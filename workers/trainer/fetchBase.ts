/**
 * The folder of a base that is known by its name: of a shipped one from this page's server, of a model of the Hub from this
 * browser's private files, past the page itself. What is wrong is told
 * of where the document asks for it, with what whoever shared it said of the base.
 */
import { baseSubject, toldBase } from '../../src/core/document/bases.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import type { ModelFiles } from '../../src/core/formats/files.ts';
import { MODEL_FILES } from '../../src/core/formats/models/hf.ts';
import { HUB_FOLDER } from '../../src/core/formats/models/hub/keptHub.ts';
import { parseHubName } from '../../src/core/formats/models/hub/hubName.ts';
import { readKept } from '../../src/hub/keptModels.ts';
import { fetchModelFolder } from '../../src/session/open/bases.ts';
import { hubFaults, workersFaults } from '../../src/words/words.ts';
import { readOpfs } from '../opfs/opfs.ts';
import { besidePage } from './besidePage.ts';

const NAME = /^[\w.-]+$/;

/** `wanted`: which of its files; of a model of the Hub all but the weights come along, for it may have a template or settings of its own. */
export async function fetchBase(document: ProjectDocument, name: string, wanted: readonly string[] = MODEL_FILES): Promise<ModelFiles> {
  const subject = baseSubject(document, name);
  const told = toldBase(document, name);
  const missing = () => new FaultError(fault(workersFaults, 'E_BASE_MISSING', { name, told }, { place: { subject } }));
  const hub = parseHubName(name);
  if (hub) {
    const kept = await readOpfs(HUB_FOLDER).catch(() => null);
    const found =
      kept &&
      (await readKept(
        kept,
        hub,
        wanted.some((path) => path.endsWith('.safetensors')),
      ));
    if (found) return found;
    throw new FaultError(fault(hubFaults, 'E_HUB_UNKEPT', { subject: name, told }, { place: { subject } }));
  }
  if (!NAME.test(name)) throw missing();
  const files = await fetchModelFolder(besidePage(`models/${name}/`), wanted).catch((error: unknown) => {
    throw new FaultError(fault(workersFaults, 'E_BASE_FETCH', { name }, { detail: String(error) }));
  });
  if (!files['config.json']) throw missing();
  return files;
}
