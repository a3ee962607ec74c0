/** What went wrong with the project as a whole: an unreadable import, a browser that keeps nothing, a base that did not come along. */
import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import type { Fault } from '../../../core/faults.ts';
import { useDocument } from '../../state/document/document.ts';
import { useEngine } from '../../state/engine/engine.ts';
import { usePageFaults } from '../../state/document/pageFaults.ts';
import { text } from '../../../words/words.ts';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import { downloadUnreadable } from '../../kit/projects/projectActions.ts';

/** The base that a project lacks here, where whoever passed it on said which one that is; it goes when the base comes. */
function useMissingBase(): Fault | null {
  const shared = useDocument((state) => state.document.bases !== undefined);
  const fault = useEngine((state) => state.baseFault);
  return shared ? fault : null;
}

export function ProjectFaults() {
  const reported = usePageFaults((state) => state.faults.project);
  const missing = useMissingBase();
  const [closed, setClosed] = useState<Fault | null>(null);
  const faults = missing && missing !== closed ? [...reported, missing] : reported;
  const close = usePageFaults((state) => state.close);
  if (faults.length === 0) return null;
  const rescue = faults.some((fault) => fault.message === text.storage.unreadable) && (
    <Button variant="default" onClick={downloadUnreadable} style={{ alignSelf: 'start' }}>
      {text.storage.unreadableDownload}
    </Button>
  );
  return (
    <Box px={8} pb={8}>
      <FaultList faults={faults} onClose={(fault) => (fault === missing ? setClosed(fault) : close('project', fault))} action={rescue} />
    </Box>
  );
}
