/** An answer's bytes without the token, which a server may repeat: as many asterisks stand in its place, so that no length changes. */
import { Transform } from 'node:stream';

/** `most`: bytes after which the stream ends with `tooLong`. */
export function withoutSecret(token: string | null, most: number, tooLong: () => Error): Transform {
  const secret = Buffer.from(token ?? '');
  /** The end of what was read, in which the token may begin. */
  let held: Buffer = Buffer.alloc(0);
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      length += chunk.length;
      if (length > most) return done(tooLong());
      if (secret.length === 0) return done(null, chunk);
      const read = hidden(Buffer.concat([held, chunk]), secret);
      const ready = Math.max(0, read.length - secret.length + 1);
      held = read.subarray(ready);
      done(null, read.subarray(0, ready));
    },
    flush(done) {
      done(null, held);
    },
  });
}

/** `bytes`, changed in place. */
export function hidden(bytes: Buffer, secret: Buffer): Buffer {
  if (secret.length === 0) return bytes;
  for (let at = bytes.indexOf(secret); at !== -1; at = bytes.indexOf(secret, at + secret.length)) bytes.fill('*', at, at + secret.length);
  return bytes;
}
