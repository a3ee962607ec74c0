/** What stands where something is fetched, or could not be. */
import { Button, Loader } from '@mantine/core';
import type { Fault } from '../../../core/faults.ts';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import { studyText as words } from '../../../words/words.ts';

export function Waiting({ fault, retry }: { readonly fault: Fault | null; readonly retry: () => void }) {
  if (!fault)
    return (
      <p role="status">
        <Loader size="xs" mr={6} />
        {words.loading}
      </p>
    );
  return (
    <FaultList
      faults={[fault]}
      action={
        <Button variant="default" onClick={retry}>
          {words.retry}
        </Button>
      }
    />
  );
}
