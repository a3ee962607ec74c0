/** The rows of a file, a few at a time. Long texts are cut; a cell that is chosen or reached by keyboard shows all of its own below. */
import { ActionIcon, Group, Stack, Table, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { DataFile } from '../../../../core/dataset/parse.ts';
import type { Json } from '../../../../core/json.ts';
import { datasetText } from '../../../../words/words.ts';
import styles from './dataset.module.css';

const words = datasetText.dialogue;
const PAGE = 6;
/** Characters of a cell before it is cut. */
const CUT = 60;

/** A cell as text: words as they are, all else as JSON. */
export const cellText = (cell: Json | undefined): string =>
  typeof cell === 'string' ? cell : cell === undefined ? '' : JSON.stringify(cell, null, 1);

export function RowPreview({ file }: { readonly file: DataFile }) {
  const [first, setFirst] = useState(0);
  const [chosen, setChosen] = useState<{ readonly row: number; readonly column: string } | null>(null);
  const last = Math.min(first + PAGE, file.rows.length);
  const shown = file.rows.slice(first, last);
  return (
    <Stack gap={6} component="section" aria-label={words.preview}>
      <Group justify="space-between">
        <Text size="sm" fw={650}>
          {words.preview}
        </Text>
        <Group gap={6}>
          <ActionIcon
            variant="default"
            aria-label={words.previous}
            disabled={first === 0}
            onClick={() => setFirst(Math.max(0, first - PAGE))}
          >
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <Text size="xs" c="dimmed" className="tabular" role="status">
            {words.page(first, last - 1, file.rows.length)}
          </Text>
          <ActionIcon variant="default" aria-label={words.next} disabled={last === file.rows.length} onClick={() => setFirst(first + PAGE)}>
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <div className={styles.scroll}>
        <Table fz="xs" verticalSpacing={1} horizontalSpacing={6} striped>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.previewRow}</Table.Th>
              {file.columns.map((column) => (
                <Table.Th key={column} ff="monospace">
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row, offset) => (
              <Table.Tr key={first + offset}>
                <Table.Th fw={400} c="dimmed" className="tabular">
                  {first + offset}
                </Table.Th>
                {file.columns.map((column) => {
                  const whole = cellText(row[column]);
                  return (
                    <Table.Td key={column}>
                      <button
                        type="button"
                        className={styles.cell}
                        aria-label={words.cell(first + offset, column)}
                        aria-pressed={chosen?.row === first + offset && chosen.column === column}
                        onFocus={() => setChosen({ row: first + offset, column })}
                        onClick={() => setChosen({ row: first + offset, column })}
                      >
                        {whole.length > CUT ? `${whole.slice(0, CUT)}…` : whole || '·'}
                      </button>
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <section
        className={styles.whole}
        aria-label={chosen ? words.whole(chosen.row, chosen.column) : words.focusCell}
        // A long text must be scrolled by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {chosen ? cellText(file.rows[chosen.row]?.[chosen.column]) : words.focusCell}
      </section>
    </Stack>
  );
}
