/** With what an imported run is played on, and what was found of it. */
import { Alert, List, Text } from '@mantine/core';
import type { PlayOn } from '../../../core/formats/imports/playOn/playOn.ts';
import { fitSentences, statementOf } from './sentences.ts';

export function FoundPart({ playOn }: { readonly playOn: PlayOn }) {
  const found = fitSentences(playOn);
  const warnings = found.filter(({ warns }) => warns);
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {statementOf(playOn)}
      </Text>
      <List size="sm" spacing={4}>
        {found
          .filter(({ warns }) => !warns)
          .map(({ text }) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
      </List>
      {warnings.length > 0 && (
        <Alert color="orange" variant="outline" p="xs">
          {warnings.map(({ text }) => (
            <Text key={text} size="sm">
              {text}
            </Text>
          ))}
        </Alert>
      )}
    </>
  );
}
