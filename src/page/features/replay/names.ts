/** What branches are called: by what they change. */
import type { Branch } from '../../../core/counterfactual/branches.ts';
import type { Change } from '../../../core/counterfactual/questions.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import { agentName } from '../../kit/figures/lineStyle.ts';
import { replayText } from '../../../words/words.ts';

/** Letters of a message that a name holds. */
const LETTERS = 24;
const words = replayText.names;

export function changeName(document: ProjectDocument, change: Change, roleOfMessage: string): string {
  switch (change.kind) {
    case 'message':
      return words.message(agentName(document, roleOfMessage), shortened(change.text));
    case 'prompt':
      return words.prompt(agentName(document, change.role));
    case 'temperature':
      return words.temperature(agentName(document, change.role), formatNumber(change.temperature));
    case 'adapter': {
      const name = agentName(document, change.role);
      return change.iteration === null ? words.base(name) : words.adapter(name, change.iteration);
    }
  }
}

export const branchName = (document: ProjectDocument, { change, answer }: Branch): string =>
  changeName(document, change, answer.edited[0]?.messages[change.message]?.role ?? '');

function shortened(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line === '') return words.nothing;
  return line.length > LETTERS ? `${line.slice(0, LETTERS)}…` : line;
}
