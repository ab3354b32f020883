import { expect, it } from 'vitest';
import { readBytes } from './read-body';

const mebibyte = 1024 * 1024;

/** Sends everything but never ends. */
function stalled(bytes: number) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
      given.enqueue(new Uint8Array(bytes));
    },
    cancel: () => {
      controller = undefined;
    },
  });
  const request = new Request('http://landfall.x.example/', { method: 'POST', body, ...{ duplex: 'half' } });
  return { request, end: () => controller?.close() };
}

it('reads 1 MiB, and not one byte more', async () => {
  const send = (bytes: number) =>
    readBytes(new Request('http://x.example/', { method: 'POST', body: new Uint8Array(bytes) }), mebibyte);
  expect((await send(mebibyte)).byteLength).toBe(mebibyte);
  await expect(send(mebibyte + 1)).rejects.toMatchObject({ code: 'too_large' });
});

it('refuses further large bodies while slow senders hold 32 MiB, but no small ones', async () => {
  const slow = Array.from({ length: 40 }, () => stalled(mebibyte));
  const reading = slow.map(({ request }) => readBytes(request, mebibyte));
  const settled = Promise.allSettled(reading);
  const refused = Promise.any(
    reading.slice(33).map((each) =>
      each.then(
        () => undefined,
        (error: unknown) => error,
      ),
    ),
  );
  expect(await refused).toMatchObject({ code: 'rate_limited', retryAfterS: 5 });
  const small = new Request('http://x.example/', { method: 'POST', body: new Uint8Array(60_000) });
  expect((await readBytes(small, mebibyte)).byteLength).toBe(60_000);
  for (const { end } of slow) end();
  const results = await settled;
  const accepted = results.filter(({ status }) => status === 'fulfilled').length;
  expect(accepted).toBeGreaterThanOrEqual(32);
  expect(accepted).toBeLessThan(40);
  const large = new Request('http://x.example/', { method: 'POST', body: new Uint8Array(mebibyte) });
  expect((await readBytes(large, mebibyte)).byteLength).toBe(mebibyte);
});
