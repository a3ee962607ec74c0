/** A field for an agent's role: its rules are checked while typing, and the role changes when the field is left. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { roleFault } from '../../../../core/team/graph.ts';
import { useDocument } from '../../../state/document/document.ts';
import { teamText } from '../../../../words/words.ts';
import { renameTo } from '../model/teamActions.ts';
import { sentencesOf } from '../../../../core/faults.ts';

interface RoleFieldProps {
  readonly role: string;
  readonly label?: string;
  readonly description?: string;
  readonly autoFocus?: boolean;
  readonly onDone?: () => void;
}

export function RoleField({ role, label, description, autoFocus, onDone }: RoleFieldProps) {
  const others = useDocument((state) => state.document.team.agents);
  const [draft, setDraft] = useState(role);
  const taken = others.some((agent) => agent.role !== role && agent.role.toLowerCase() === draft.toLowerCase());
  const fault = roleFault(draft);
  const problem = fault ? sentencesOf(fault) : taken ? teamText.roleTaken(draft) : null;

  const commit = (): void => {
    if (problem || renameTo(role, draft)) setDraft(role); // an illegal role is put back
    onDone?.();
  };
  return (
    <TextInput
      className="nodrag"
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      label={label}
      description={description}
      aria-label={label ? undefined : teamText.renameRole(role)}
      value={draft}
      error={problem}
      maxLength={64}
      data-autofocus={autoFocus}
      ref={autoFocus ? focusAndSelect : undefined}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') {
          setDraft(role);
          onDone?.();
        }
        event.stopPropagation(); // keys typed here are no shortcuts of the canvas
      }}
    />
  );
}

/** Called once, when the field appears. */
function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
