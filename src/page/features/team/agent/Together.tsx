/** What several selected agents can be given at once; a setting in which they differ says so until it is set. */
import { Checkbox, SimpleGrid, Stack, Text } from '@mantine/core';
import type { AgentSettings } from '../../../../core/document/schema.ts';
import { sameSetting } from '../../../../core/document/settingPaths.ts';
import { selectedRoles, useCanvas } from '../model/canvas.ts';
import { useCursor } from '../../../state/address/cursor.ts';
import { useDocument } from '../../../state/document/document.ts';
import { NumberField } from '../../../kit/fields/NumberField.tsx';
import { agentEditorText, agentText, COMMA } from '../../../../words/words.ts';
import styles from './agent.module.css';
import { BaseSelect } from './AgentBase.tsx';
import { type AgentPath, agentValue, setAgents } from '../../../state/settings/agentFields.ts';

const words = agentEditorText.together;
const { fields } = agentText;

const NUMBERS: readonly AgentPath[] = [
  'sampling.temperature',
  'sampling.maxNewTokens',
  'sampling.topK',
  'sampling.topP',
  'adapter.rank',
  'adapter.alpha',
];

export function Together() {
  const cursor = useCursor((state) => state.role);
  const chosen = useCanvas((state) => state.roles);
  // As a text, since the agents change with every key typed into a prompt; roles hold no spaces.
  const roles = useDocument((state) => selectedRoles(state.document.team.agents, cursor, chosen).join(' ')).split(' ');
  return roles.length > 1 ? <Fields roles={roles} /> : null;
}

function Fields({ roles }: { readonly roles: readonly string[] }) {
  const agents = useDocument((state) => state.document.team.agents).filter(({ role }) => roles.includes(role));
  return (
    <Stack component="fieldset" aria-label={words.title(roles.length)} gap={6} bd={0} p={8} m={0} miw={0} className={styles.together}>
      <Text size="xs">
        <Text span fz="inherit" fw={650}>
          {words.title(roles.length)}
        </Text>
        <Text span fz="inherit" c="dimmed">
          {` · ${words.help(agents.map(({ role, label }) => label || role).join(COMMA))}`}
        </Text>
      </Text>
      <SimpleGrid minColWidth="120px" autoFlow="auto-fill" spacing="sm" verticalSpacing="xs">
        {NUMBERS.map((path) => {
          const value = common(agents, path);
          return (
            <NumberField
              key={`${roles.join(' ')} ${path}`}
              label={fields[path].label}
              ariaLabel={words.field(fields[path].label)}
              placeholder={words.differs}
              value={typeof value === 'number' ? value : null}
              onChange={(next) => setAgents(roles, path, next)}
            />
          );
        })}
        <BaseSelect
          label={fields.base.label}
          ariaLabel={words.field(fields.base.label)}
          placeholder={words.differs}
          value={asText(common(agents, 'base'))}
          onChange={(base) => setAgents(roles, 'base', base)}
        />
        <Checkbox
          mt={24}
          label={fields['adapter.frozen'].label}
          aria-label={words.field(fields['adapter.frozen'].label)}
          checked={common(agents, 'adapter.frozen') === true}
          indeterminate={common(agents, 'adapter.frozen') === undefined}
          onChange={(event) => setAgents(roles, 'adapter.frozen', event.currentTarget.checked)}
        />
      </SimpleGrid>
    </Stack>
  );
}

/** What all have in common at `path`; undefined where they differ. */
function common(agents: readonly AgentSettings[], path: AgentPath): unknown {
  const [first, ...others] = agents.map((agent) => agentValue(agent, path));
  return others.every((other) => sameSetting(other, first)) ? first : undefined;
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);
