/** Gzipped files that ship with the page. */

const MAGIC = [0x1f, 0x8b];

/** The contents of a gzipped file. A host may have told the browser to unpack it on the way: what is not packed is taken as it is. */
export async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  if (MAGIC.some((value, index) => bytes[index] !== value)) return bytes;
  const unpacked = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}
