import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../core/clock';
import { silentLog } from '../core/log';
import { createNotify } from './create-notify';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** A real HTTP receiver that answers with the given status. */
async function receiver(status: number): Promise<{ url: string; got: Promise<unknown> }> {
  const listening = createServer();
  server = listening;
  const got = new Promise((resolve) => {
    listening.on('request', (request, response) => {
      void text(request).then((body) => {
        response.writeHead(status).end();
        resolve(JSON.parse(body));
      });
    });
  });
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/hook`, got };
}

const deps = { publicOrigin: 'https://landfall.example', fetch, clock: systemClock, log: silentLog };
const note = {
  kind: 'outcome_unknown',
  environment: 'live',
  importId: 'a/b',
  text: 'Accept sponsorship was sent and no answer came.',
} as const;

test('sends what happened, when, and a link', async () => {
  const { url, got } = await receiver(204);
  createNotify({ ...deps, url })(note);
  expect(await got).toEqual({
    ...note,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    link: 'https://landfall.example/imports/a%2Fb',
  });
});

test('logs and ignores a receiver that refuses, redirects or is down', async () => {
  const { url, got } = await receiver(500);
  expect(() => createNotify({ ...deps, url })(note)).not.toThrow();
  await got;
  expect(() => createNotify({ ...deps, url: 'http://127.0.0.1:1/' })(note)).not.toThrow();
  expect(() => createNotify({ ...deps, url: undefined })(note)).not.toThrow();
});
