/** What others say of the paper at full size, each with its source and how far it was checked. */
import { Anchor, Badge, Text } from '@mantine/core';
import { GAP, inBrackets, miniatureText as words } from '../../../../words/words.ts';
import styles from './miniature.module.css';

export function Claims() {
  return (
    <ul className={styles.claims}>
      {words.claimList.map(({ source, url, says, here }) => (
        <li key={source}>
          <Text size="sm" fw={600}>
            {url ? (
              <Anchor href={url} target="_blank" rel="noreferrer" fz="inherit" c="var(--ink)" underline="always">
                {source}
              </Anchor>
            ) : (
              `${source}${GAP}${inBrackets(words.noAddress)}`
            )}{' '}
            <Badge size="xs" variant="default" tt="none" fw={500}>
              {words.unverified}
            </Badge>
          </Text>
          <Text size="sm">{says}</Text>
          <Text size="sm" c="dimmed">
            <b>{words.claimColumns.here}:</b> {here}
          </Text>
        </li>
      ))}
    </ul>
  );
}
