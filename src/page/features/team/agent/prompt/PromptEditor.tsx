/** The prompt in Monaco, with its placeholders completed, explained and checked. */
import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconBraces, IconChevronDown } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { setPrompt } from '../../../../../core/editing/edits.ts';
import type { AgentSettings } from '../../../../../core/document/schema.ts';
import { PLACEHOLDERS } from '../../../../../core/team/placeholders.ts';
import { documentStore, useDocument } from '../../../../state/document/document.ts';
import { useLocked } from '../../../../state/projects/teach.ts';
import { CodeEditor } from '../../../../kit/editor/CodeEditor.tsx';
import type { EditorInsertion } from '../../../../kit/editor/marks.ts';
import { agentEditorText, text } from '../../../../../words/words.ts';
import styles from '../agent.module.css';
import { agentEditorStore, useAgentEditor } from './editorState.ts';
import { completionsOf, type Doubt, doubtsIn, marksIn, valuesNow } from './promptMarks.ts';

const words = agentEditorText;

const promptFocused = (): void => agentEditorStore.getState().set({ focusPrompt: false });

const write = (role: string, prompt: string): void =>
  void documentStore.getState().edit((document) => setPrompt(document, role, prompt), `prompt:${role}`);

export function PromptEditor({ agent }: { readonly agent: AgentSettings }) {
  const { role, prompt } = agent;
  const locked = useLocked(`team.agents.${role}.prompt`);
  const team = useDocument((state) => state.document.team);
  const compat = useDocument((state) => state.document.training.compat);
  const focus = useAgentEditor((state) => state.focusPrompt);
  const values = useMemo(() => valuesNow(team, role, compat), [team, role, compat]);
  const marks = useMemo(() => marksIn(prompt, values), [prompt, values]);
  const completions = useMemo(() => completionsOf(values), [values]);
  const [insertion, setInsertion] = useState<EditorInsertion | null>(null);
  return (
    <Stack gap={3} data-stage="prompt">
      <Group gap={8} justify="space-between" wrap="nowrap">
        <Text size="xs" fw={500} lh={1.3}>
          {text.agent.prompt}
          <Text span fz="inherit" c="dimmed" fw={400}>{` · ${text.agent.promptHelp}`}</Text>
        </Text>
        <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false} menuItemTabIndex={0}>
          <Menu.Target>
            <Button
              variant="default"
              size="compact-xs"
              flex="none"
              disabled={locked}
              leftSection={<IconBraces size={13} aria-hidden />}
              rightSection={<IconChevronDown size={12} aria-hidden />}
              title={words.insertHelp}
            >
              {words.insert}
            </Button>
          </Menu.Target>
          <Menu.Dropdown maw={360}>
            {PLACEHOLDERS.map((name) => (
              <Menu.Item key={name} py={4} onClick={() => setInsertion({ text: `{${name}}` })}>
                <Text size="xs" fw={600} ff="monospace">
                  {`{${name}}`}
                </Text>
                <Text size="xs" c="inherit">
                  {words.placeholders[name]} {values && words.standsFor(name, values[name])}
                </Text>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <div className={styles.prompt}>
        <CodeEditor
          language="plaintext"
          path={`inmemory://prompt/${role}`}
          ariaLabel={text.agent.promptAria(role)}
          value={prompt}
          readOnly={locked}
          onChange={(next) => write(role, next)}
          onBlur={() => documentStore.getState().commitBurst()}
          marks={marks}
          completions={completions}
          insertion={insertion}
          focus={focus}
          onFocused={promptFocused}
        />
      </div>
      <Doubts agent={agent} />
      <Unused agent={agent} />
    </Stack>
  );
}

/** The same as the editor underlines, for whoever does not see it there. */
function Doubts({ agent: { role, prompt } }: { readonly agent: AgentSettings }) {
  const doubts = useMemo(() => doubtsIn(prompt), [prompt]);
  const replace = ({ start, end, nearest }: Doubt): void => write(role, `${prompt.slice(0, start)}{${nearest}}${prompt.slice(end)}`);
  return (
    <div role="status">
      {doubts.slice(0, MAX_DOUBTS).map((doubt) => (
        <Group key={doubt.start} gap={6} wrap="nowrap">
          <IconAlertTriangle size={13} className={styles.warning} aria-hidden style={{ flex: 'none' }} />
          <Text size="xs">{words.unknown(doubt.name)}</Text>
          {doubt.nearest && (
            <Button variant="default" size="compact-xs" flex="none" onClick={() => replace(doubt)}>
              {words.replaceWith(doubt.nearest)}
            </Button>
          )}
        </Group>
      ))}
    </div>
  );
}
const MAX_DOUBTS = 3;

/** Where the team's settings put something else in place of the prompt. */
function Unused({ agent }: { readonly agent: AgentSettings }) {
  const why = useDocument(({ document: { team, training } }) => {
    if (team.anonymous) return words.notUsed;
    if (training.compat.includes('r3_first_system_prompt')) return words.oneForAll;
    const { orchestration } = team;
    if (agent.prompt === '' && orchestration !== 'static' && team.orchestrator.role === agent.role) return words.automatic[orchestration];
    return null;
  });
  if (why === null) return null;
  return (
    <Text size="xs" c="dimmed">
      {why}
    </Text>
  );
}
