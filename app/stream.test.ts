import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, publicOrigin } from './testing/open-test-app';

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const open = async (init: RequestInit) => {
  const request = new Request(`${publicOrigin}/api/stream`, { ...init, headers: { cookie: app.cookie } });
  const response = await app.handlers.get('stream.read')?.(request, { params: Promise.resolve({}) });
  expect(response?.status).toBe(200);
  expect(response?.headers.get('content-type')).toContain('text/event-stream');
};
const countStreams = async () => {
  const families = await app.landfall.metrics.read();
  return families.find(({ name }) => name === 'landfall_live_streams')?.values[0]?.value;
};

/** The response is never read or cancelled, as Next does then. */
it('leaves no stream open after HEAD, nor when the client leaves before the response is sent', async () => {
  await open({ method: 'HEAD' });
  expect(await countStreams(), 'HEAD').toBe(0);

  await open({ signal: AbortSignal.abort() });
  expect(await countStreams(), 'left before the request was handled').toBe(0);

  const during = new AbortController();
  const opening = open({ signal: during.signal });
  during.abort();
  await opening;
  expect(await countStreams(), 'left while it was handled').toBe(0);

  const after = new AbortController();
  await open({ signal: after.signal });
  expect(await countStreams()).toBe(1);
  after.abort();
  expect(await countStreams(), 'left after it was handled').toBe(0);
});
