/** Bytes as text that may stand in an address (RFC 4648 §5, without padding). */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit, value]));

export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const word = (a << 16) | (b << 8) | c;
    const digits = [word >> 18, word >> 12, word >> 6, word].map((value) => DIGITS[value & 63]).join('');
    text += digits.slice(0, Math.min(4, bytes.length - at + 1));
  }
  return text;
}

/** The bytes of such a text; null when it is none. */
export function fromBase64Url(text: string): Uint8Array | null {
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let word = 0;
  let bits = 0;
  let filled = 0;
  for (const digit of text) {
    const value = VALUES.get(digit);
    if (value === undefined) return null;
    word = ((word << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[filled++] = (word >> bits) & 0xff;
    }
  }
  return bytes;
}
