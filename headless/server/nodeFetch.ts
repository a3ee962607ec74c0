/**
 * `fetch` of bytes over Node's own connections, for a client of many small requests: Node's `fetch` makes streams of every body and takes
 * about three times the processor time a request. Redirects are not followed.
 */
import { Agent, request as plain } from 'node:http';
import { Agent as SecureAgent, request as secure } from 'node:https';
import type { Outside } from '../../src/tinker/http.ts';

/** Idle connections are closed before a server closes them, which usually do so after five seconds: a request must not meet that. Milliseconds. */
const IDLE = 4_000;
const KEPT = { keepAlive: true, timeout: IDLE };
const HTTP = { request: plain, agent: new Agent(KEPT) };
const HTTPS = { request: secure, agent: new SecureAgent(KEPT) };

export const nodeFetch: Outside['fetch'] = (address, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const { request, agent } = address.protocol === 'https:' ? HTTPS : HTTP;
    const length = body ? { 'content-length': String(body.byteLength) } : {};
    const asked = request(address, { method, headers: { ...headers, ...length }, agent, signal }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers: given } = response;
        const get = (name: string): string | null => [given[name]].flat().join(', ') || null;
        resolve({ status, headers: { get }, arrayBuffer: () => Promise.resolve(Buffer.concat(parts)) });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
