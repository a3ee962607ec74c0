/** The base model an agent stands on: the team's, a shipped one, or one of a person's own. */
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AgentSettings } from '../../../../core/document/schema.ts';
import { useDocument } from '../../../state/document/document.ts';
import { useEngine } from '../../../state/engine/engine.ts';
import { agentText as words } from '../../../../words/words.ts';
import { baseFaultText } from '../../../state/settings/baseChoices.ts';
import { useBaseGroups } from '../../../state/settings/useBaseGroups.ts';
import { agentSubject, setAgent } from '../../../state/settings/agentFields.ts';

/** A base may be called anything, so the team's is told apart by more than a name. */
const TEAM = 'team';
const OWN = 'own:';

export function AgentBase({ agent, label }: { readonly agent: AgentSettings; readonly label: ReactNode }) {
  const missing = useEngine((state) => baseFaultText(state.baseFault, agentSubject(agent.role, 'base')));
  return <BaseSelect label={label} error={missing} value={agent.base} onChange={(base) => setAgent(agent.role, 'base', base)} />;
}

interface BaseSelectProps {
  readonly label: ReactNode;
  readonly ariaLabel?: string;
  readonly error?: string | null;
  /** A name, '' for the team's, null where several agents differ. */
  readonly value: string | null;
  readonly placeholder?: string;
  readonly onChange: (base: string) => void;
}

export function BaseSelect({ label, ariaLabel = words.fields.base.label, error, value, placeholder, onChange }: BaseSelectProps) {
  const team = useDocument((state) => state.document.team.base);
  const groups = useBaseGroups(value ?? '');
  return (
    <Select
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      nothingFoundMessage={words.noBase}
      label={label}
      aria-label={ariaLabel}
      error={error}
      placeholder={placeholder}
      value={value === null ? null : value === '' ? TEAM : OWN + value}
      data={[
        { value: TEAM, label: words.baseOfTeam(team) },
        ...groups.map(({ group, items }) => ({ group, items: items.map((name) => ({ value: OWN + name, label: name })) })),
      ]}
      onChange={(chosen) => chosen !== null && onChange(chosen === TEAM ? '' : chosen.slice(OWN.length))}
    />
  );
}
