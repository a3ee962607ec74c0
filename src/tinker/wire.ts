/**
 * Requests as bytes. A server in Python tells 2 from 2.0, and one fails where an integer stands for a float, which `JSON.stringify`
 * cannot write; and what is written already (`digits.ts`) is put in as it is.
 */

const encoder = new TextEncoder();

/** JSON that is written already. */
export class Written {
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(json: string | Uint8Array<ArrayBuffer>) {
    this.bytes = typeof json === 'string' ? encoder.encode(json) : json;
  }

  get text(): string {
    return new TextDecoder().decode(this.bytes);
  }
}

/** A number that is a float to every server: 2.0, 1e-30. */
export function float(value: number): Written {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be sent`);
  const text = String(value);
  return new Written(/[.e]/.test(text) ? text : `${text}.0`);
}

/** What a request is made of. */
export type Sent = null | boolean | number | string | Written | readonly Sent[] | { readonly [key: string]: Sent };

/** The bytes of a request. */
export function written(value: Sent): Uint8Array<ArrayBuffer> {
  if (value instanceof Written) return value.bytes;
  const parts: Uint8Array[] = [];
  let text = '';
  const write = (part: Sent): void => {
    if (part instanceof Written) {
      if (text !== '') parts.push(encoder.encode(text));
      text = '';
      parts.push(part.bytes);
    } else if (Array.isArray(part)) {
      text += '[';
      (part as readonly Sent[]).forEach((entry, index) => {
        if (index > 0) text += ',';
        write(entry);
      });
      text += ']';
    } else if (typeof part === 'object' && part !== null) {
      text += '{';
      Object.entries(part).forEach(([key, field], index) => {
        text += `${index > 0 ? ',' : ''}${JSON.stringify(key)}:`;
        write(field);
      });
      text += '}';
    } else text += JSON.stringify(part);
  };
  write(value);
  parts.push(encoder.encode(text));
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
