/** Width and height of a picture, from its first bytes. */
import type { PictureSize } from './docMarkdown.ts';

/** Of a lossless WebP (its specification, “Simple file format (lossless)”) or of an SVG with a view box. Throws for what is neither. */
export function pictureSize(bytes: Uint8Array): PictureSize {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 400));
  if (head.startsWith('RIFF') && head.slice(8, 16) === 'WEBPVP8L') {
    const bits = new DataView(bytes.buffer, bytes.byteOffset).getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const [, width, height] = /<svg[^>]*\sviewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(head) ?? [];
  if (width === undefined || height === undefined) throw new Error('neither a lossless WebP nor an SVG with a view box');
  return { width: Number(width), height: Number(height) };
}
