/** Every key there is, by what it is for. */
import { Modal, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { commandsText, text } from '../../../words/words.ts';
import { ALL_COMMANDS } from './all.ts';
import type { CommandGroup } from '../../kit/commands/command.ts';
import { Keys } from './Keys.tsx';
import { shownKeys } from './keys.ts';

const words = commandsText;

interface KeyLine {
  readonly keys: string;
  readonly does: string;
}

interface KeyGroup {
  readonly where: string;
  readonly keys: readonly KeyLine[];
}

export function KeysDialogue({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={words.keysTitle}
      size="lg"
      closeButtonProps={{ 'aria-label': text.product.closeDialogue }}
    >
      <KeyTable />
    </Modal>
  );
}

/** The searchable table; also part of the Learn place. */
export function KeyTable() {
  const [query, setQuery] = useState('');
  const groups = findKeys(query);
  return (
    <Stack gap="sm">
      <TextInput
        size="sm"
        data-autofocus
        aria-label={words.keysSearch}
        placeholder={words.keysSearch}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed">
        {words.keysNote}
      </Text>
      {groups.length === 0 && (
        <Text size="sm" role="status">
          {words.keysNone}
        </Text>
      )}
      {groups.map(({ where, keys }) => (
        <Table key={where} aria-label={where} verticalSpacing={5} captionSide="top" withRowBorders={false}>
          <Table.Caption ta="start" fz="xs" fw={650} c="dimmed" mt={0}>
            {where}
          </Table.Caption>
          <Table.Tbody>
            {keys.map((line) => (
              <Table.Tr key={`${line.keys} ${line.does}`}>
                <Table.Th scope="row" fw={400} fz="sm">
                  {line.does}
                </Table.Th>
                <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                  <Keys keys={line.keys} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ))}
    </Stack>
  );
}

/** The keys whose name, doing or place of use holds every word of `query`. */
function findKeys(query: string): readonly KeyGroup[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const finds = (where: string, { keys, does }: KeyLine): boolean => {
    const haystack = `${where} ${does} ${shownKeys(keys).flat().join(' ')}`.toLowerCase();
    return wanted.every((word) => haystack.includes(word));
  };
  return allKeys()
    .map(({ where, keys }) => ({ where, keys: keys.filter((line) => finds(where, line)) }))
    .filter(({ keys }) => keys.length > 0);
}

function allKeys(): readonly KeyGroup[] {
  const withKeys = ALL_COMMANDS.flatMap(({ keys, title, group, within }) => (keys ? [{ keys, does: title, group, within }] : []));
  const groups = [...new Set(withKeys.map(({ group }) => group))];
  return [
    ...groups.map((group: CommandGroup) => ({
      where: words.groups[group],
      keys: withKeys.filter((line) => line.group === group && !line.within),
    })),
    { where: words.onCanvas, keys: withKeys.filter(({ within }) => within === 'canvas') },
    ...words.within,
  ].filter(({ keys }) => keys.length > 0);
}
