/** What went wrong with the project as a whole: an unreadable import, a browser that keeps nothing. */
import { Box, Button } from '@mantine/core';
import { usePageFaults } from '../../state/document/pageFaults.ts';
import { text } from '../../../words/words.ts';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import { downloadUnreadable } from '../../kit/projects/projectActions.ts';

export function ProjectFaults() {
  const faults = usePageFaults((state) => state.faults.project);
  const close = usePageFaults((state) => state.close);
  if (faults.length === 0) return null;
  const rescue = faults.some((fault) => fault.message === text.storage.unreadable) && (
    <Button variant="default" onClick={downloadUnreadable} style={{ alignSelf: 'start' }}>
      {text.storage.unreadableDownload}
    </Button>
  );
  return (
    <Box px={8} pb={8}>
      <FaultList faults={faults} onClose={(fault) => close('project', fault)} action={rescue} />
    </Box>
  );
}
