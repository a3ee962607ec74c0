/**
 * Makes a screenshot small without another package: its colours become a palette of at most 256, as PNG (ISO/IEC 15948)
 * has it. Reads what Chromium writes: 8 bits a channel, RGB or RGBA, not interlaced.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLOURS = 256;

interface Image {
  readonly width: number;
  readonly height: number;
  /** One number per pixel: red, green, blue from the highest byte down. */
  readonly colours: Uint32Array;
}

/** `png` with a palette. A colour that is not among the most frequent becomes the nearest of them. */
export function palettePng(png: Buffer): Buffer {
  const { width, height, colours } = decode(png);
  const palette = mostFrequent(colours);
  const indexOf = new Map(palette.map((colour, index) => [colour, index]));
  const rows = Buffer.alloc(height * (width + 1)); // each begins with its filter: 0, none
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const colour = colours[y * width + x] ?? 0;
      let index = indexOf.get(colour);
      if (index === undefined) {
        index = nearest(palette, colour);
        indexOf.set(colour, index);
      }
      rows[y * (width + 1) + x + 1] = index;
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits, indexed
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => channels(colour)))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function decode(png: Buffer): Image {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('This is no PNG file.');
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const [depth, kind, , , interlaced] = png.subarray(24, 29);
  if (depth !== 8 || (kind !== 2 && kind !== 6) || interlaced !== 0)
    throw new Error(`A PNG of kind ${kind} with ${depth} bits is not read here.`);
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  return { width, height, colours: unfilter(inflateSync(Buffer.concat(parts)), width, height, kind === 6 ? 4 : 3) };
}

/** Undoes the filters of the rows, §9 of the standard. */
function unfilter(bytes: Buffer, width: number, height: number, size: number): Uint32Array {
  const stride = width * size;
  const colours = new Uint32Array(width * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const filter = bytes[y * (stride + 1)] ?? 0;
    const row = Uint8Array.from(bytes.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    for (let i = 0; i < stride; i += 1) {
      const left = i < size ? 0 : (row[i - size] ?? 0);
      const up = above[i] ?? 0;
      const corner = i < size ? 0 : (above[i - size] ?? 0);
      row[i] = (row[i] ?? 0) + ([0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0);
    }
    for (let x = 0; x < width; x += 1) {
      const [red = 0, green = 0, blue = 0] = row.subarray(x * size, x * size + 3);
      colours[y * width + x] = (red << 16) | (green << 8) | blue;
    }
    above = row;
  }
  return colours;
}

function paeth(left: number, up: number, corner: number): number {
  const [byLeft, byUp, byCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner;
}

/** The most frequent colours, of which none is nearly another one. */
function mostFrequent(colours: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  const seen = new Set<number>();
  const chosen: number[] = [];
  for (const colour of byCount) {
    const coarse = counts.size > MOST_COLOURS ? colour & 0xf8f8f8 : colour;
    if (seen.has(coarse) || chosen.length === MOST_COLOURS) continue;
    seen.add(coarse);
    chosen.push(colour);
  }
  return chosen;
}

function channels(colour: number): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

function nearest(palette: readonly number[], colour: number): number {
  const [r, g, b] = channels(colour);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, candidate] of palette.entries()) {
    const [cr, cg, cb] = channels(candidate);
    const distance = (r - cr) ** 2 + (g - cg) ** 2 + (b - cb) ** 2;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
