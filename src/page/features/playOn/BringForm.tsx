/** What a person says: which environment, whose team, which base and who speaks. */
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { baseNames } from '../../../core/document/bases.ts';
import { isPresetName } from '../../../core/document/presets/presets.ts';
import { presetOutline } from '../../state/document/defaultProject.ts';
import { useDocument } from '../../state/document/document.ts';
import { PRESET_NAMES } from '../../state/projects/presetChoice.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { useBaseGroups } from '../../state/settings/useBaseGroups.ts';
import { playOnText } from '../../../words/words.ts';
import { AdaptersPart } from './AdaptersPart.tsx';
import { adaptersIn, type BringForm as Form } from './createBring.ts';
import { bringStore, useBring } from './playOn.ts';

const words = playOnText.dialogue;
const OPEN = 'open';
/** A base may be called anything. */
const PROJECTS = 'project';
const OWN = 'base:';

export function BringForm({ run }: { readonly run: RunSet }) {
  const form = useBring((state) => state.form);
  const busy = useBring((state) => state.busy !== null);
  const open = useDocument((state) => state.document);
  const groups = useBaseGroups(form.base);
  const { set, bring } = bringStore.getState();
  const project = form.project === null ? null : form.project === OPEN ? open : presetOutline(form.project);
  const roles = (form.team === 'project' && project ? project : run.document).team.agents.map(({ role }) => role);
  const refused = refusal(form);
  return (
    <Stack gap="sm">
      <Select
        label={words.environment}
        placeholder={words.chooseProject}
        description={words.environmentHelp}
        allowDeselect={false}
        data={[
          { value: OPEN, label: words.open(open.name) },
          ...PRESET_NAMES.map((name) => ({ value: name, label: presetOutline(name).name })),
        ]}
        value={form.project}
        onChange={(value) => value !== null && set({ project: isPresetName(value) ? value : OPEN })}
      />
      <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
        <Select
          miw={220}
          label={words.team}
          description={words.teamHelp[form.team]}
          inputWrapperOrder={['label', 'input', 'description']}
          allowDeselect={false}
          data={(['project', 'files'] as const).map((value) => ({ value, label: words.teams[value] }))}
          value={form.team}
          onChange={(team) => set({ team: team === 'files' ? 'files' : 'project' })}
        />
        <Select
          miw={220}
          searchable
          label={words.base}
          description={words.baseHelp}
          inputWrapperOrder={['label', 'input', 'description']}
          allowDeselect={false}
          data={[
            { value: PROJECTS, label: words.projectBase(project ? baseNames(project) : []) },
            ...groups.map(({ group, items }) => ({ group, items: items.map((name) => ({ value: OWN + name, label: name })) })),
          ]}
          value={form.base === '' ? PROJECTS : OWN + form.base}
          onChange={(value) => value !== null && set({ base: value === PROJECTS ? '' : value.slice(OWN.length) })}
        />
      </Group>
      <AdaptersPart roles={roles} />
      {run.playOn && (
        <Text size="xs" c="dimmed">
          {words.replaces}
        </Text>
      )}
      <Group gap="sm">
        <Button onClick={() => void bring(run.id)} disabled={busy || refused !== null}>
          {words.start}
        </Button>
        {refused && (
          <Text size="xs" c="dimmed">
            {refused}
          </Text>
        )}
      </Group>
    </Stack>
  );
}

function refusal(form: Form): string | null {
  if (form.project === null) return words.refused.project;
  if (form.speaks === null) return words.refused.speaks;
  if (form.speaks === 'none') return null;
  if (adaptersIn(form).length === 0) return words.refused.folder;
  return Object.values(form.whose).every((folder) => folder === null) ? words.refused.nobody : null;
}
