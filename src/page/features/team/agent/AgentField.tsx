/** One setting of an agent. Where nothing would read it, it is disabled and says why; it can still be reset. */
import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { whyAgentUnread } from '../../../../core/document/check/team.ts';
import { type AgentSettings, LORA_TARGETS } from '../../../../core/document/schema.ts';
import { documentStore, useDocument } from '../../../state/document/document.ts';
import { NumberField } from '../../../kit/fields/NumberField.tsx';
import { agentText as words, settingsText, unreadReasons } from '../../../../words/words.ts';
import { faultText } from '../../../state/settings/settingValues.ts';
import { AgentBase } from './AgentBase.tsx';
import { AgentFieldLabel } from './AgentFieldLabel.tsx';
import {
  AGENT_FIELDS,
  agentSubject,
  agentValue,
  type AgentPath,
  inOrder,
  isAgentChanged,
  setAgent,
} from '../../../state/settings/agentFields.ts';

interface AgentFieldProps {
  readonly agent: AgentSettings;
  readonly path: AgentPath;
}

export function AgentField({ agent, path }: AgentFieldProps) {
  const { role } = agent;
  const unread = useDocument((state) => whyAgentUnread(state.document, agent, path));
  const error = useDocument((state) => faultText(state.document, agentSubject(role, path)));
  const rate = useDocument((state) => state.document.training.learningRate);
  const name = words.fields[path].label;
  const value = agentValue(agent, path);
  const label = <AgentFieldLabel role={role} path={path} changed={isAgentChanged(agent, path)} />;
  const note = unread !== null && !error ? settingsText.noEffect(unreadReasons[unread].because) : undefined;
  // What is wrong must stay within reach.
  const disabled = unread !== null && !error;
  const set = (next: unknown): string | null => setAgent(role, path, next);

  switch (AGENT_FIELDS[path].kind) {
    case 'number':
      return (
        <NumberField label={label} ariaLabel={name} help={note} error={error} disabled={disabled} value={Number(value)} onChange={set} />
      );
    case 'optional':
      return (
        <NumberField
          label={label}
          ariaLabel={name}
          help={note}
          error={error}
          disabled={disabled}
          placeholder={path === 'clock.timeout' ? words.timeoutPlaceholder : String(rate)}
          value={typeof value === 'number' ? value : null}
          onChange={set}
          onEmpty={() => set(null)}
        />
      );
    case 'switch':
      return (
        <Switch
          label={label}
          aria-label={name}
          description={note}
          disabled={disabled}
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      );
    case 'answer':
      return <WithAnswer label={label} name={name} value={agent.withAnswer} onChange={set} />;
    case 'word':
      return (
        <TextInput
          label={label}
          aria-label={name}
          error={error}
          placeholder={words.stopsPlaceholder}
          maxLength={64}
          value={agent.stops}
          onChange={(event) => set(event.currentTarget.value)}
          onBlur={() => documentStore.getState().commitBurst()}
        />
      );
    case 'group':
      return (
        <TextInput
          label={label}
          aria-label={name}
          error={error}
          placeholder={words.groupPlaceholder}
          maxLength={32}
          value={agent.adapter.group}
          onChange={(event) => set(event.currentTarget.value)}
          onBlur={() => documentStore.getState().commitBurst()}
        />
      );
    case 'base':
      return <AgentBase agent={agent} label={label} />;
    case 'targets':
      return (
        <MultiSelect
          label={label}
          aria-label={name}
          error={error}
          data={[...LORA_TARGETS]}
          value={agent.adapter.targets}
          // At least one stays: an adapter of nothing is a frozen agent.
          onChange={(targets) => targets.length > 0 && set(inOrder(targets))}
        />
      );
  }
}

interface WithAnswerProps {
  readonly label: React.ReactNode;
  readonly name: string;
  readonly value: boolean | null;
  readonly onChange: (value: boolean | null) => void;
}

function WithAnswer({ label, name, value, onChange }: WithAnswerProps) {
  const { auto, yes, no } = words.withAnswerOptions;
  return (
    <Select
      label={label}
      aria-label={name}
      allowDeselect={false}
      value={value === null ? 'auto' : value ? 'yes' : 'no'}
      data={[
        { value: 'auto', label: auto },
        { value: 'yes', label: yes },
        { value: 'no', label: no },
      ]}
      onChange={(chosen) => onChange(chosen === 'auto' ? null : chosen === 'yes')}
    />
  );
}
