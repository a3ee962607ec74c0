/**
 * GPT-2's alphabet of bytes (https://github.com/openai/gpt-2/blob/master/src/encoder.py): byte-level tokenizers write
 * each of the 256 bytes as one printable character, so that a vocabulary is readable text.
 */

/** Bytes that are printable on their own and keep their character; the others get U+0100 onwards, in order. */
const isPrintable = (byte: number): boolean => (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;

/** The character that stands for each byte, by byte. */
export const BYTE_CHARACTERS: readonly string[] = (() => {
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(isPrintable(byte) ? byte : next++));
})();

const BYTE_OF_CHARACTER: ReadonlyMap<string, number> = new Map(BYTE_CHARACTERS.map((character, byte) => [character, byte]));

/** The bytes a byte-level token stands for, or null if it has a character outside the alphabet. */
export function bytesOfToken(token: string): Uint8Array | null {
  const bytes = [...token].map((character) => BYTE_OF_CHARACTER.get(character));
  return bytes.every((byte) => byte !== undefined) ? Uint8Array.from(bytes) : null;
}
