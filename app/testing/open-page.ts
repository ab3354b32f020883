import { workAsyncStorage } from 'next/dist/server/app-render/work-async-storage.external';
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external';
import { NextRequest } from 'next/server';
import { proxy } from '@/proxy';
import { publicOrigin } from './open-test-app';

const overridden = 'x-middleware-request-';

/** Runs server code of a page as Next does: behind the proxy, with the headers of the request. */
export async function openPage<T>(path: string, cookie: string, render: () => Promise<T>): Promise<T> {
  const incoming = new NextRequest(`${publicOrigin}${path}`, { headers: { cookie } });
  const response = await proxy(incoming);
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  const headers = new Headers();
  for (const [name, value] of response.headers) {
    if (name.startsWith(overridden)) headers.set(name.slice(overridden.length), value);
  }
  const work = { route: path };
  const request = { type: 'request', phase: 'render', headers, cookies: incoming.cookies };
  // Next's types want everything that a render may use.
  return workAsyncStorage.run(work as never, () => workUnitAsyncStorage.run(request as never, render));
}
