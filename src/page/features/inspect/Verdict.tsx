/** Whether an episode was right, as a sign with its word; nothing where nobody says what right is. */
import { IconCheck, IconX } from '@tabler/icons-react';
import { inspectText } from '../../../words/words.ts';

const text = inspectText.reader;

export const verdictText = (right: boolean | null): string | null => (right === null ? null : right ? text.right : text.wrong);

/** `labelled`: named for those who hear it, where no text beside it says it. */
export function VerdictIcon({ right, labelled = false }: { readonly right: boolean | null; readonly labelled?: boolean }) {
  if (right === null) return null;
  const Icon = right ? IconCheck : IconX;
  return <Icon size={14} {...(labelled ? { role: 'img', 'aria-label': verdictText(right) ?? undefined } : {})} />;
}
