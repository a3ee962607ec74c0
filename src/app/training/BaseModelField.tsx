/** The base model: one shipped with the workbench, or a Hugging Face folder chosen from this computer. */
import { Autocomplete, Button, Group, Stack, Text } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { teamSchema } from '../../core/document/schema.ts';
import { faultFrom, type Fault } from '../../core/faults.ts';
import { documentStore, useDocument } from '../../stores/document.ts';
import { engineStore, useEngine } from '../../stores/engine.ts';
import { FaultList } from '../shell/FaultList.tsx';
import { text } from '../text/text.ts';
import { baseFaultText } from './baseChoices.ts';
import { readModelFolder } from './modelFolder.ts';
import { useBaseGroups } from './useBaseGroups.ts';

export function BaseModelField() {
  const base = useDocument((state) => state.document.team.base);
  const missing = useEngine((state) => baseFaultText(state.baseFault, 'team.base'));
  const dropped = useEngine((state) => state.bases[base]);
  const groups = useBaseGroups('');
  // What is chosen already is no search: all there are stay in the list.
  const known = groups.some(({ items }) => items.includes(base));
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<Fault | null>(null);

  const takeFolder = async (chosen: readonly File[]): Promise<void> => {
    try {
      const { name, files } = await readModelFolder(chosen);
      await engineStore.getState().addBase(name, files);
      setBase(name);
      setFault(null);
    } catch (error) {
      setFault(faultFrom(error));
    }
  };
  return (
    <Stack gap={4}>
      {/* Free text, because in the terminal a base may be a path. */}
      <Autocomplete
        label={text.training.base}
        labelProps={{ fw: 400 }}
        description={text.training.baseHelp}
        error={missing}
        value={base}
        data={groups.map(({ group, items }) => ({ group, items: items.filter((name) => known || name.includes(base)) }))}
        filter={({ options }) => options}
        onChange={setBase}
        onBlur={() => documentStore.getState().commitBurst()}
      />
      <Group gap={8}>
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconFolderOpen size={14} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {text.training.baseFolder}
        </Button>
        {dropped && (
          <Text size="xs" c="dimmed">
            {text.training.baseFiles(base, Object.keys(dropped).length)}
          </Text>
        )}
      </Group>
      {fault && <FaultList faults={[fault]} onClose={() => setFault(null)} />}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={text.training.baseFolder}
        // React does not know this attribute by type; every browser does.
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (chosen.length > 0) void takeFolder(chosen);
        }}
      />
    </Stack>
  );
}

function setBase(name: string): void {
  const parsed = teamSchema.shape.base.safeParse(name);
  if (parsed.success) documentStore.getState().edit((document) => ({ ...document, team: { ...document.team, base: parsed.data } }), 'base');
}
