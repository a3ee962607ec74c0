/** Lets commands reach the canvas while it is on screen. */
import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { presentCanvas } from '../model/canvasView.ts';
import { NODE_SIZE } from '../model/layout.ts';
import { useFit } from './useFitOnResize.ts';

export function usePresentCanvas(): void {
  const { getNodes } = useReactFlow();
  const fit = useFit();
  useEffect(
    () =>
      presentCanvas({
        showAll: () => requestAnimationFrame(fit),
        boxes: () =>
          Object.fromEntries(
            getNodes().map(({ id, position, measured }) => [
              id,
              { ...position, width: measured?.width ?? NODE_SIZE.width, height: measured?.height ?? NODE_SIZE.height },
            ]),
          ),
      }),
    [fit, getNodes],
  );
}
