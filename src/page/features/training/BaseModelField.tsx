/**
 * The team's base model: one shipped with the workbench, one that this browser keeps, a Hugging Face folder or GGUF file chosen now,
 * or a model of the Hub.
 */
import { Autocomplete, Group, Stack, Text } from '@mantine/core';
import { IconFile, IconFolderOpen } from '@tabler/icons-react';
import { teamSchema } from '../../../core/document/schema.ts';
import { documentStore, useDocument } from '../../state/document/document.ts';
import { choosingStore } from '../../state/bases/choosing.ts';
import { engineStore, useEngine } from '../../state/engine/engine.ts';
import { FileButton } from '../../kit/fields/FileButton.tsx';
import { text } from '../../../words/words.ts';
import { baseFaultText } from '../../state/settings/baseChoices.ts';
import { HubButton } from './hub/HubButton.tsx';
import { readModelFolder } from './modelFolder.ts';
import { useBaseGroups } from '../../state/settings/useBaseGroups.ts';

export function BaseModelField() {
  const base = useDocument((state) => state.document.team.base);
  const missing = useEngine((state) => baseFaultText(state.baseFault, 'team.base'));
  const dropped = useEngine((state) => state.bases[base]);
  const groups = useBaseGroups('');
  // What is chosen already is no search: all there are stay in the list.
  const known = groups.some(({ items }) => items.includes(base));
  return (
    <Stack gap={4}>
      {/* Free text, because in the terminal a base may be any name (`--base NAME=DIR`). */}
      <Autocomplete
        size="xs"
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
      <FileButton label={text.training.baseFolder} icon={<IconFolderOpen size={14} aria-hidden />} folder onChoose={takeModel}>
        {dropped && (
          <Text size="xs" c="dimmed">
            {text.training.baseFiles(base, Object.keys(dropped).length)}
          </Text>
        )}
      </FileButton>
      <FileButton label={text.training.baseFile} icon={<IconFile size={14} aria-hidden />} accept=".gguf" onChoose={takeModel} />
      <Group>
        <HubButton base={base} onUse={setBase} />
      </Group>
    </Stack>
  );
}

async function takeModel(chosen: readonly File[]): Promise<void> {
  const found = await readModelFolder(chosen, choosingStore.getState().check);
  if (!found) return;
  // It is trained on from where it lies while it is copied into this browser.
  void engineStore.getState().addBase(found.name, found.files);
  setBase(found.name);
}

function setBase(name: string): void {
  const parsed = teamSchema.shape.base.safeParse(name);
  if (parsed.success) documentStore.getState().edit((document) => ({ ...document, team: { ...document.team, base: parsed.data } }), 'base');
}
