/** An SVG file as a PNG, drawn by the browser. */
import { fault, FaultError } from '../../../../core/faults.ts';
import { chartFaults } from '../../../../words/words.ts';
import type { SvgFile } from './svg.ts';

/** Pixels of the PNG per pixel of the picture: sharp in print and on dense screens. */
const SCALE = 2;

export async function pngOf({ text: svg, width, height }: SvgFile): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * SCALE;
    canvas.height = height * SCALE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (!blob) throw new FaultError(fault(chartFaults, 'E_CHART_PNG', {}));
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}
