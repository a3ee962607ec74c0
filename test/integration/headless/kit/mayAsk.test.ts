/** Who may ask the process that serves the page; asked over a connection in `forwarder.test.ts` and `handedFiles.test.ts`. */
import { expect, it } from 'vitest';
import { refusedAsker } from '../../../../headless/kit/mayAsk.ts';

const headers = { host: 'localhost:4173', origin: 'http://localhost:4173', 'content-type': 'application/json' };
const from = (remoteAddress: string, method = 'POST') => refusedAsker({ method, headers, socket: { remoteAddress, localPort: 4173 } });

it('not another computer, whatever it says, and no other method', () => {
  expect(from('192.168.1.7')).toMatchObject({ status: 403 });
  expect(from('::1')).toBeNull();
  expect(from('::ffff:127.0.0.1')).toBeNull();
  expect(from('127.0.0.1', 'DELETE')).toMatchObject({ status: 405 });
  const deletes = (origin: string) =>
    refusedAsker({ method: 'DELETE', headers: { ...headers, origin }, socket: { remoteAddress: '::1', localPort: 4173 } }, ['DELETE']);
  expect(deletes(headers.origin)).toBeNull();
  expect(deletes('http://evil.example')).toMatchObject({ status: 403 });
});
