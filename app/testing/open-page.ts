import { randomUUID } from 'node:crypto';
import { workAsyncStorage } from 'next/dist/server/app-render/work-async-storage.external';
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external';
import { NextRequest } from 'next/server';
import { runInContext } from '@/lib/core/context.mjs';
import { publicOrigin } from './open-test-app';
import { preparePage } from './prepare-page';

/** Runs server code of a page as Next does: prepared by our HTTP server, with the headers of the request. */
export async function openPage<T>(path: string, cookie: string, render: () => Promise<T>): Promise<T> {
  return runInContext({ request: { id: randomUUID() } }, async () => {
    const prepared = await preparePage(path, { headers: { cookie } });
    if (prepared instanceof Response) throw new Error(`${path} answered ${prepared.status}`);
    const { headers } = prepared;
    const work = { route: path };
    const { cookies } = new NextRequest(`${publicOrigin}${path}`, { headers });
    const request = { type: 'request', phase: 'render', headers, cookies };
    // Next's types want everything that a render may use.
    return workAsyncStorage.run(work as never, () => workUnitAsyncStorage.run(request as never, render));
  });
}
