#!/usr/bin/env node
/**
 * A Firefox for the tests, as Playwright starts it: the Firefox named by `MARFT_FIREFOX`, driven by WebDriver BiDi. Between the two every message is
 * passed on; what Playwright 1.65 expects and Firefox 153 lacks is made up for here, as no page would open and no download be seen without it.
 */
import { spawn } from 'node:child_process';
import { WebSocket, WebSocketServer } from 'ws';

/** Sets the colours that a page is told to prefer; our test asks for none. */
const COLOURS = 'emulation.setMediaFeaturesOverride';

/** Downloads have an id of their own in newer drafts of WebDriver BiDi; here they have their address alone. */
const withId = (message) => {
  if (!message.includes('"browsingContext.download')) return message;
  const event = JSON.parse(message);
  return JSON.stringify({ ...event, params: { download: event.params.url, ...event.params } });
};

const path = process.env.MARFT_FIREFOX;
if (!path) throw new Error('MARFT_FIREFOX must be the path of a Firefox');
const firefox = spawn(path, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

let said = '';
let serving = false;
firefox.stderr.on('data', (chunk) => {
  if (serving) return;
  said += chunk;
  const [, url] = /WebDriver BiDi listening on (ws:\S+)\s/.exec(said) ?? [];
  if (!url) return;
  serving = true;
  serve(url);
});

function serve(url) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  // What Playwright waits for.
  server.on('listening', () => console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`));
  server.on('connection', (client, { url: below }) => {
    const browser = new WebSocket(`${url}${below}`);
    const opened = new Promise((resolve) => browser.on('open', resolve));
    client.on('message', (message) => {
      const { id, method } = JSON.parse(message);
      if (method === COLOURS) client.send(JSON.stringify({ type: 'success', id, result: {} }));
      else void opened.then(() => browser.send(String(message)));
    });
    browser.on('message', (message) => client.send(withId(String(message))));
    browser.on('close', () => client.close());
    client.on('close', () => browser.close());
  });
}
