/** Who speaks: adapters that a person chooses, each for an agent, or the base itself. Nobody is taken for granted. */
import { Button, Group, NumberInput, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { givenBytes } from '../../kit/files/givenBytes.ts';
import { usualFolders } from '../../../core/formats/imports/playOn/adapters.ts';
import { ADAPTER_CONFIG, ADAPTER_MODEL } from '../../../core/formats/models/adapters/peft.ts';
import { chooseFolder } from '../../kit/files/chooseFile.ts';
import type { FolderFiles } from '../../kit/files/openFile.ts';
import { playOnText } from '../../../words/words.ts';
import { adaptersIn } from './createBring.ts';
import { bringStore, useBring } from './playOn.ts';

const words = playOnText.dialogue;
/** In a list an empty value would be none. */
const ALONE = 'alone';
const FOLDER = 'folder:';

export function AdaptersPart({ roles }: { readonly roles: readonly string[] }) {
  const form = useBring((state) => state.form);
  const { set } = bringStore.getState();
  const folders = adaptersIn(form);
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500} id="play-on-speaks">
        {words.speaks}
      </Text>
      <SegmentedControl
        size="xs"
        w="fit-content"
        aria-labelledby="play-on-speaks"
        data={(['given', 'none'] as const).map((value) => ({ value, label: words.adapters[value] }))}
        value={form.speaks ?? ''}
        onChange={(speaks) => set({ speaks: speaks === 'none' ? 'none' : 'given' })}
      />
      {form.speaks === 'given' && (
        <>
          <Group gap={8}>
            <Button variant="default" onClick={() => chooseFolder((name, files) => void take(name, files, roles))}>
              {words.choose}
            </Button>
            {form.given && (
              <Text size="xs" c="dimmed" role="status">
                {folders.length > 0 ? words.chosen(form.given.name, folders.length) : words.noAdapters(form.given.name)}
              </Text>
            )}
          </Group>
          {folders.length > 0 && (
            <Group gap={8} align="flex-end">
              {roles.map((role) => (
                <Select
                  key={role}
                  w={220}
                  label={words.whose(role)}
                  allowDeselect={false}
                  data={[
                    { value: ALONE, label: words.alone },
                    ...folders.map((folder) => ({ value: FOLDER + folder, label: folder === '' ? words.top : folder })),
                  ]}
                  value={valueOf(form.whose[role])}
                  onChange={(value) =>
                    set({ whose: { ...form.whose, [role]: value === null || value === ALONE ? null : value.slice(FOLDER.length) } })
                  }
                />
              ))}
              <NumberInput
                w={120}
                label={words.after}
                title={words.afterHelp}
                min={0}
                allowDecimal={false}
                value={form.after}
                onChange={(after) => typeof after === 'number' && after >= 0 && set({ after })}
              />
            </Group>
          )}
        </>
      )}
    </Stack>
  );
}

const valueOf = (folder: string | null | undefined): string => (folder === null || folder === undefined ? ALONE : FOLDER + folder);

/** Reads the adapters among the chosen files, and nothing else of them: a checkpoint may lie beside them. */
async function take(name: string, chosen: FolderFiles, roles: readonly string[]): Promise<void> {
  const wanted = chosen.filter(({ path }) => [ADAPTER_CONFIG, ADAPTER_MODEL].includes(path.split('/').at(-1) ?? ''));
  const files = Object.fromEntries(await Promise.all(wanted.map(async ({ path, file }) => [path, await givenBytes(file)] as const)));
  const given = { name, files };
  bringStore.getState().set({ given, whose: usualFolders(adaptersIn({ given }), roles) });
}
