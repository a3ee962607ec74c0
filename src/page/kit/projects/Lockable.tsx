/** Controls of one path of the document: disabled where a lesson keeps it as it is, gone where it shows nothing that is kept. */
import type { ReactNode } from 'react';
import { useHidden, useLocked } from '../../state/projects/teach.ts';
import { text } from '../../../words/words.ts';

interface LockableProps {
  /** Such as `team.agents.solver.prompt`. */
  readonly path: string;
  readonly children: ReactNode;
}

export function Lockable({ path, children }: LockableProps) {
  const locked = useLocked(path);
  const gone = useHidden('lockedSettings');
  if (!locked) return children;
  if (gone) return null;
  return (
    <fieldset disabled title={text.teach.lockedSetting} style={{ border: 0, margin: 0, padding: 0, minWidth: 0, display: 'contents' }}>
      {children}
    </fieldset>
  );
}
