import { describe, expect, it } from 'vitest';
import { currentContext, runInContext } from './context.mjs';
import { createBatchQueue, whileArriving } from './create-batch-queue';
import { LandfallError } from './errors';

const limits = { maxItems: 3, maxBytes: 100, maxWaiting: 10, maxWaitingBytes: 1000 };

/** Each batch waits for `release`. Items that contain "bad" fail. */
function setUp(given: Partial<typeof limits> = {}, failure: Error = new Error('refused')) {
  const batches: string[][] = [];
  const releases: (() => void)[] = [];
  const queue = createBatchQueue<string, string>({
    process: async (take) => {
      const items = take();
      batches.push([...items]);
      await new Promise<void>((resolve) => releases.push(resolve));
      if (items.some((item) => item.includes('bad'))) throw failure;
      return items.map((item) => `${item} done`);
    },
    sizeOf: (item) => item.length,
    limits: { ...limits, ...given },
  });
  const releaseAll = async () => {
    const idle = queue.idle();
    let isIdle = false;
    void idle.then(() => (isIdle = true));
    while (!isIdle) {
      releases.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { queue, batches, releaseAll };
}

describe('a batch queue', () => {
  it('starts the first item at once and processes those that arrive meanwhile together', async () => {
    const { queue, batches, releaseAll } = setUp();
    const results = ['a', 'b', 'c', 'd', 'e'].map((item) => queue.add(item));
    expect(batches).toEqual([['a']]);
    await releaseAll();
    expect(batches).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
    expect(await Promise.all(results)).toEqual(['a done', 'b done', 'c done', 'd done', 'e done']);
  });

  it('adds items that arrive before the batch is taken, and rejects them if that fails', async () => {
    const taken: string[] = [];
    const { queue } = setUp();
    const late = createBatchQueue<string, string>({
      process: async (take) => {
        await queue.idle();
        if (taken.length > 0) throw new LandfallError('database_unavailable');
        const items = take();
        taken.push(...items);
        return items;
      },
      sizeOf: () => 1,
      limits,
    });
    expect(await Promise.all([late.add('a'), late.add('b')])).toEqual(['a', 'b']);
    await expect(late.add('c')).rejects.toMatchObject({ code: 'database_unavailable' });
    expect(taken).toEqual(['a', 'b']);
  });

  it.each([
    ['together, if it gathers', whileArriving, [20]],
    ['one by one, if it does not', undefined, Array.from({ length: 20 }, () => 1)],
  ])('processes items of one turn of the event loop %s', async (_name, gather, sizes) => {
    const batches: number[] = [];
    const queue = createBatchQueue<number, number>({
      ...(gather ? { gather } : {}),
      process: async (take) => {
        const items = take();
        batches.push(items.length);
        // As the embedded database: it never waits for an event.
        await Promise.resolve();
        return items;
      },
      sizeOf: () => 1,
      limits: { ...limits, maxItems: 50, maxWaiting: 50 },
    });
    const add = (item: number) => new Promise((resolve) => setImmediate(() => resolve(queue.add(item))));
    await Promise.all(Array.from({ length: 20 }, (_, item) => add(item)));
    expect(batches).toEqual(sizes);
  });

  it('processes a batch outside of the request that started it', async () => {
    const queue = createBatchQueue<string, unknown>({
      process: async (take) => take().map(() => currentContext()),
      sizeOf: (item) => item.length,
      limits,
    });
    expect(await runInContext({ request: { id: 'first' } }, () => queue.add('a'))).toEqual({});
  });

  it('limits the size of a batch, and gives a larger item a batch of its own', async () => {
    const { queue, batches, releaseAll } = setUp({ maxBytes: 4 });
    const results = ['a', 'bb', 'cc', 'd', 'eeeeee', 'f'].map((item) => queue.add(item));
    await releaseAll();
    await Promise.all(results);
    expect(batches).toEqual([['a'], ['bb', 'cc'], ['d'], ['eeeeee'], ['f']]);
  });

  it('refuses an item while too many wait', async () => {
    for (const given of [{ maxWaiting: 2 }, { maxWaitingBytes: 2 }]) {
      const { queue, releaseAll } = setUp(given);
      const results = ['a', 'b', 'c'].map((item) => queue.add(item));
      expect(queue.hasRoom()).toBe(false);
      expect(queue.add('d')).toBeUndefined();
      await releaseAll();
      expect(await Promise.all(results)).toHaveLength(3);
      expect(queue.hasRoom()).toBe(true);
    }
  });

  it('rejects only the item that fails', async () => {
    const { queue, batches, releaseAll } = setUp();
    const results = ['a', 'b', 'bad', 'c'].map((item) => queue.add(item));
    const settled = Promise.allSettled(results);
    await releaseAll();
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(batches).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']]);
  });

  it('does not try one by one while the database is not available', async () => {
    const { queue, batches, releaseAll } = setUp({}, new LandfallError('database_unavailable'));
    const settled = Promise.allSettled(['a', 'b', 'bad', 'c'].map((item) => queue.add(item)));
    await releaseAll();
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(batches).toHaveLength(2);
  });

  it('never leaves an item waiting if its batch has too few results', async () => {
    const short = createBatchQueue<string, string>({
      process: (take) => Promise.resolve(take().slice(1)),
      sizeOf: () => 1,
      limits,
    });
    await expect(short.add('a')).rejects.toThrow('some items of a batch have no result');
  });
});
