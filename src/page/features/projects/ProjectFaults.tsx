/** What went wrong with the project as a whole: an unreadable import, a browser that keeps nothing, a base that did not come along. */
import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import type { Fault } from '../../../core/faults.ts';
import { usePageFaults } from '../../state/document/pageFaults.ts';
import { text } from '../../../words/words.ts';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import { downloadUnreadable } from '../../kit/projects/projectActions.ts';
import { useMissingBases } from './useMissingBases.ts';

export function ProjectFaults() {
  const reported = usePageFaults((state) => state.faults.project);
  const missing = useMissingBases();
  const [closed, setClosed] = useState<readonly Fault[]>([]);
  const faults = [...reported, ...missing.filter((fault) => !closed.includes(fault))];
  const close = usePageFaults((state) => state.close);
  if (faults.length === 0) return null;
  const rescue = faults.some((fault) => fault.message === text.storage.unreadable) && (
    <Button variant="default" onClick={downloadUnreadable} style={{ alignSelf: 'start' }}>
      {text.storage.unreadableDownload}
    </Button>
  );
  return (
    <Box px={8} pb={8}>
      <FaultList
        faults={faults}
        onClose={(fault) => (missing.includes(fault) ? setClosed([...closed, fault]) : close('project', fault))}
        action={rescue}
      />
    </Box>
  );
}
