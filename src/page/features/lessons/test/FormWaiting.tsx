/** In the place of a form's questions until they are fetched, or why they could not be. */
import { Button, Text } from '@mantine/core';
import { type Fault, worded } from '../../../../core/faults.ts';
import { testText } from '../../../../words/words.ts';

export function FormWaiting({ fault, retry, mt }: { readonly fault: Fault | null; readonly retry: () => void; readonly mt?: 'sm' }) {
  return (
    <Text size="sm" role="status" mt={mt}>
      {fault ? worded(fault).message : testText.loading}{' '}
      {fault && (
        <Button variant="default" size="compact-xs" onClick={retry}>
          {testText.retry}
        </Button>
      )}
    </Text>
  );
}
