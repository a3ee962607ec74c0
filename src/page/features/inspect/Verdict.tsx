/** Whether an episode was right, as a sign with its word; a question mark where nobody knows. */
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { inspectText } from '../../../words/words.ts';

const text = inspectText.reader;

export const verdictText = (right: boolean | null): string => (right === null ? text.unknown : right ? text.right : text.wrong);

/** `labelled`: named for those who hear it, where no text beside it says it. */
export function VerdictIcon({ right, labelled = false }: { readonly right: boolean | null; readonly labelled?: boolean }) {
  const Icon = right === null ? IconQuestionMark : right ? IconCheck : IconX;
  return <Icon size={14} {...(labelled ? { role: 'img', 'aria-label': verdictText(right) } : {})} />;
}
