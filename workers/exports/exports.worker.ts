/** Writes one export; the page ends it afterwards. */
import * as Comlink from 'comlink';
import { outcomeOf } from '../../src/core/faults.ts';
import { baseFiles, exportedBases } from '../../src/core/formats/exports/exportedBase.ts';
import { writeZip } from '../../src/core/formats/zipStream.ts';
import { holdLife } from '../life/hold.ts';
import { modelFilesOf } from '../opfs/blobSource.ts';
import type { ExportsApi } from './protocol.ts';

const api: ExportsApi = {
  zip: (bases, use, rest, take) =>
    outcomeOf(async () => {
      const given = new Map(Object.entries(bases).map(([name, files]) => [name, modelFilesOf(files)]));
      const exported = await exportedBases(given, use);
      const told = Object.fromEntries([...exported].map(([name, { files: _, ...said }]) => [name, said]));
      const files = { ...baseFiles(exported), ...modelFilesOf(await rest(told)) };
      return writeZip(files, async (part) => take(Comlink.transfer(part, [part.buffer])));
    }),
};

holdLife();
Comlink.expose(api);
