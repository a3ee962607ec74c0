/** Saves any figure that can be drawn as an SVG file, as that or as a PNG, in the page's colours and font. */
import { faultFrom, sentencesOf } from '../../../../core/faults.ts';
import { notifyRefused } from '../../notices/notify.ts';
import { saveFile } from '../../files/saveFile.ts';
import { chartsText } from '../../../../words/words.ts';
import type { Paint, SvgFile } from './svg.ts';

/** `file`: its name with ending. `draw` is given what turns a CSS colour into a plain one, and the page's own colours. */
export async function saveSvg(
  file: string,
  format: 'png' | 'svg',
  draw: (resolve: (color: string) => string, paint: Paint) => SvgFile,
): Promise<void> {
  const { colorResolver, pagePaint } = await import('./paint.ts');
  const resolve = colorResolver();
  const svg = draw(resolve, pagePaint(resolve));
  if (format === 'svg') {
    saveFile(file, svg.text, 'image/svg+xml');
    return;
  }
  const { pngOf } = await import('./png.ts');
  saveFile(file, await pngOf(svg), 'image/png');
}

/** Does the saving, and tells the person where it failed. */
export async function saved(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    notifyRefused(chartsText.notSaved, sentencesOf(faultFrom(error)));
  }
}
