/** The name of an agent's setting, marked when it differs from the default, with what explains and what resets it. */
import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { HelpPopover } from '../../../kit/fields/HelpPopover.tsx';
import { AGENT_TERMS } from '../../../kit/help/termLinks.ts';
import { agentText, COMMA, END, STOP, text } from '../../../../words/words.ts';
import { agentDefault, type AgentPath, setAgent } from '../../../state/settings/agentFields.ts';

interface AgentFieldLabelProps {
  readonly role: string;
  readonly path: AgentPath;
  readonly changed: boolean;
}

export function AgentFieldLabel({ role, path, changed }: AgentFieldLabelProps) {
  const { label, ...about } = agentText.fields[path];
  return (
    <Group gap={3} wrap="nowrap" component="span" display="inline-flex">
      <Text span fz="inherit" fw={changed ? 700 : undefined} lh={1.3}>
        {label}
      </Text>
      <HelpPopover label={label} path={`team.agents[].${path}`} term={AGENT_TERMS[path]} {...about} />
      {changed && <Reset role={role} path={path} label={label} />}
    </Group>
  );
}

function Reset({ role, path, label }: Pick<AgentFieldLabelProps, 'role' | 'path'> & { readonly label: string }) {
  const hint = `${text.training.changedFromDefault(shown(agentDefault(path)))}${STOP}${text.training.reset(label)}${END}`;
  return (
    <Tooltip label={hint} multiline maw={280}>
      <ActionIcon
        size={16}
        aria-label={hint}
        onClick={(event) => {
          event.preventDefault(); // the label would hand the click on to its field
          setAgent(role, path, agentDefault(path));
        }}
      >
        <IconRotate size={12} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? text.training.on : text.training.off;
  if (Array.isArray(value)) return value.join(COMMA) || text.training.nothing;
  if (value === '' || value === null) return text.training.nothing;
  return String(value);
}
