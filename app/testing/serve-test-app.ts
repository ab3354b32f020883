import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request as send } from 'undici';
import { type RouteRow, routeMatrix } from '@/lib/http/access-matrix';
import { appHooks } from '@/lib/http/app-hooks.mjs';
import { callRoute } from '@/scripts/server/call-route.mjs';
import { createHttpServer } from '@/scripts/server/create-http-server.mjs';
import { servePage } from '@/scripts/server/serve-page.mjs';
import { type openTestApp, publicOrigin } from './open-test-app';

interface RequestOptions {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

type TestApp = Awaited<ReturnType<typeof openTestApp>>;

const rows = Object.entries(routeMatrix).map(([id, row]: [string, RouteRow]) => ({
  id,
  method: row.method,
  pattern: new RegExp(`^${row.path.replaceAll(/\[\.{3}\w+\]/g, '.+').replaceAll(/\[(\w+)\]/g, '(?<$1>[^/]+)')}$`),
}));

/** The real HTTP server in front of the route handlers. Pages are prepared, but not rendered. */
export async function serveTestApp({ landfall, handlers }: TestApp, { trustedHops = 0 } = {}) {
  const findRoute = ({ method, url = '' }: IncomingMessage) => {
    const { pathname } = new URL(url, publicOrigin);
    const row = rows.find((each) => each.method === method && each.pattern.test(pathname));
    const handler = [...handlers].find(([id]) => id === row?.id)?.[1];
    return handler && { handler, params: { ...row?.pattern.exec(pathname)?.groups } };
  };
  const server = createHttpServer({
    publicOrigin,
    trustedHops,
    observe: landfall.observeRequest,
    handle: (request: IncomingMessage, response: ServerResponse) => {
      const route = findRoute(request);
      if (route) return callRoute(route.handler, request, response, { publicOrigin, params: route.params });
      return servePage(appHooks.preparePage, request, response, () => response.end());
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { host } = new URL(publicOrigin);
  return {
    request: async (path: string, { method = 'GET', headers = {}, body }: RequestOptions = {}) => {
      const answer = await send(`${origin}${path}`, { method, headers: { ...headers, host }, body: body ?? null });
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
