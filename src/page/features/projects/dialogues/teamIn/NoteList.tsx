/** What of a file has no counterpart, or what was assumed, each with where and why. */
import { Stack, Text } from '@mantine/core';
import type { TeamNote } from '../../../../../core/formats/teams/team.ts';
import { COLON } from '../../../../../words/words.ts';
import styles from './teamIn.module.css';

interface NoteListProps {
  readonly notes: readonly TeamNote[];
  readonly title: (count: number) => string;
}

export function NoteList({ notes, title }: NoteListProps) {
  const heading = title(notes.length);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {heading}
      </Text>
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label={heading}>
          {notes.map(({ code, what, where, why }, index) => (
            <li key={`${code} ${index}`}>
              <Text size="sm" span fw={500}>
                {where === '' ? what : `${where}${COLON}${what.charAt(0).toLowerCase()}${what.slice(1)}`}
              </Text>
              <Text size="xs" c="dimmed" className={styles.why}>
                {why}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
