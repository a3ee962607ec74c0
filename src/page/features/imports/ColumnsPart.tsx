/** Rows of nobody's format: which column is what. */
import { Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { MAPPED_FIELDS, type MappedField, type RowMapping } from '../../../core/formats/imports/mapping.ts';
import type { Survey } from '../../../../workers/library/protocol.ts';
import { importText } from '../../../words/words.ts';
import { importStore } from './imports.ts';
import { useImport } from './importStore.ts';

const words = importText.dialogue;

export function ColumnsPart({ survey }: { readonly survey: Survey }) {
  const asked = useImport(importStore, (state) => state.mapping);
  const { columns, mapping: guessed, reasons } = survey.rows ?? { columns: [], mapping: {}, reasons: {} };
  const mapping: RowMapping = asked ?? guessed;
  const choose = (field: MappedField, column: string | null): void => {
    const { [field]: _before, ...others } = mapping;
    void importStore.getState().setMapping(column === null ? others : { ...others, [field]: column });
  };
  return (
    <Stack gap={6} component="section" aria-label={words.columns}>
      <Text size="sm" fw={650}>
        {words.columns}
      </Text>
      <Text size="xs" c="dimmed">
        {words.columnsHelp}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="xs">
        {MAPPED_FIELDS.map((field) => (
          <Select
            key={field}
            label={words.fields[field]}
            placeholder={words.unknownColumn}
            data={[...columns]}
            value={mapping[field] ?? null}
            {...(mapping[field] === guessed[field] && reasons[field] && { description: words.reasons[reasons[field]] })}
            clearable={field !== 'completion'}
            searchable={columns.length > 12}
            onChange={(column) => choose(field, column)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
