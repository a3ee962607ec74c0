/** The place at hand in a narrow window: its panels one under another. */
import { Box } from '@mantine/core';
import { useCursor } from '../../state/address/cursor.ts';
import { isHidden, useTeacherView } from '../../state/projects/teach.ts';
import { Agent, Canvas, Charts, Environment, Episodes, Training } from './Frame.tsx';
import { isWhole, WholePlace } from './WholePlace.tsx';

export function StackedPlaces() {
  const place = useCursor((state) => state.place);
  const view = useTeacherView();
  if (isWhole(place)) return <WholePlace place={place} />;
  return (
    <>
      {place === 'team' && !isHidden(view, 'canvas') && (
        <Box key="canvas" h={320}>
          <Canvas />
        </Box>
      )}
      {place === 'environment' && (
        <Box key="environment" h={620}>
          <Environment />
        </Box>
      )}
      {place === 'training' && (
        <Box key="training" h={560}>
          <Training />
        </Box>
      )}
      {!isHidden(view, 'charts') && (
        <Box key="charts" h={560}>
          <Charts />
        </Box>
      )}
      {place === 'team' && !isHidden(view, 'agent') && (
        <Box key="agent" h={520}>
          <Agent />
        </Box>
      )}
      {!isHidden(view, 'episodes') && (
        <Box key="episodes" h={680}>
          <Episodes />
        </Box>
      )}
    </>
  );
}
