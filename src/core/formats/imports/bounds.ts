/** How much of prompts an episode may hold: each message repeats what was said before it, so a small file could make a large memory. */
import { importFaults } from '../../../words/words.ts';
import { faultAt } from '../../faultAt.ts';
import type { At } from './fields.ts';
import { MAX_MESSAGES, MAX_PROMPT_PARTS, MAX_PROMPT_TOKENS } from './limits.ts';

export interface PromptBounds {
  /** Counts a message and its prompt's parts and ids; throws `E_IMPORT_LIMIT`. Texts are shared, so their parts are counted; ids are copied. */
  take(promptParts: number, promptIds?: number): void;
}

export function boundedPrompts(at: At): PromptBounds {
  let [messages, parts, ids] = [0, 0, 0];
  return {
    take(promptParts, promptIds = 0) {
      messages += 1;
      parts += promptParts;
      ids += promptIds;
      if (messages > MAX_MESSAGES) throw faultAt(importFaults, 'E_IMPORT_LIMIT', { ...at, what: 'messages', most: MAX_MESSAGES });
      if (parts > MAX_PROMPT_PARTS) throw faultAt(importFaults, 'E_IMPORT_LIMIT', { ...at, what: 'parts', most: MAX_PROMPT_PARTS });
      if (ids > MAX_PROMPT_TOKENS) throw faultAt(importFaults, 'E_IMPORT_LIMIT', { ...at, what: 'prompts', most: MAX_PROMPT_TOKENS });
    },
  };
}
