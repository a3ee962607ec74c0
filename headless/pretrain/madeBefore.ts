/** A base that `make-base` wrote before, taken from its folder to be rounded, measured and written again without any training. */
import { fault, FaultError } from '../../src/core/faults.ts';
import { readModelFolder } from '../../src/core/formats/models/hf.ts';
import { decodeJson } from '../../src/core/formats/files.ts';
import { commandFaults, tokenizerFaults } from '../../src/words/words.ts';
import { readFolder } from '../kit/folders.ts';
import { madeFacts } from './card.ts';
import type { MadeBase } from './ship.ts';

const SPECIAL = 'special_tokens_map.json';

/** Throws `E_FLAG` where the folder's card is not that of the base `name`, or lacks how it was made; `E_MODEL_…` as reading does. */
export function madeBefore(name: string, folder: string): MadeBase {
  const files = readFolder(folder);
  const card = new TextDecoder().decode(files['README.md']);
  const facts = card.includes(`\n# ${name}\n`) ? madeFacts(card) : null;
  const special = files[SPECIAL];
  if (!facts || !special) throw notMade(name, folder);
  const { config, tensors, tokenizer } = readModelFolder(files, folder);
  if (!tokenizer) throw notMade(name, folder);
  const specialTokensMap = decodeJson(special, `${folder}/${SPECIAL}`, tokenizerFaults, 'E_TOKENIZER_UNSUPPORTED');
  return { config, weights: tensors, tokenizer: { ...tokenizer, specialTokensMap }, facts };
}

const notMade = (name: string, folder: string): FaultError =>
  new FaultError(fault(commandFaults, 'E_FLAG', { command: 'make-base', wrong: 'from', folder, name }));
