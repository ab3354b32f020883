import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { handleLiveRequest, type LiveDeps } from '../api/handle-live-request';
import { handleSandboxRequest } from '../api/handle-sandbox-request';
import { type ApiRequest, errorResponse, type ResponseContext } from '../api/api-request';
import { replacementResponse, sendWithFault } from '../faults/corrupt-response';
import type { FaultInjector } from '../faults/create-fault-injector';
import { type HttpResponse, sendResponse } from './http-response';
import { hasToken } from './authenticate';
import type { RateLimit } from './rate-limit';
import { readBody } from './read-body';
import type { LoggedRequest, RequestLog } from './request-log';

export interface ServerDeps extends LiveDeps {
  token: string;
  responseContext(): ResponseContext;
  log: RequestLog;
  faults: FaultInjector;
  liveLimit: RateLimit;
  sandboxLimit: RateLimit;
  handlePage(request: IncomingMessage, url: URL): Promise<HttpResponse>;
  handleControl(request: IncomingMessage, url: URL): Promise<HttpResponse>;
}

/** The one listening server: both API addresses, the customers' pages, and the control endpoints. */
export function createSimulatorServer(deps: ServerDeps): Server {
  const server = createServer((request, res) => {
    // A client that goes away in the middle is weather, not a fault of ours.
    request.on('error', () => undefined);
    res.on('error', () => undefined);
    void dispatch(deps, request, res).catch(() => {
      if (!res.headersSent) sendResponse(res, { status: 500 });
      else res.destroy();
    });
  });
  // Longer than clients keep idle connections, so that none is closed under a request that is just being sent.
  server.keepAliveTimeout = 60_000;
  return server;
}

const basePaths = { '/api/v2.1': 'live', '/api/sandbox': 'sandbox' } as const;

async function dispatch(deps: ServerDeps, request: IncomingMessage, res: ServerResponse): Promise<void> {
  const target = request.url ?? '/';
  for (const [prefix, base] of Object.entries(basePaths)) {
    if (target === prefix || target.startsWith(`${prefix}/`) || target.startsWith(`${prefix}?`)) {
      const entry = deps.log.add(request.method ?? 'GET', target);
      return serveApi(deps, base, target.slice(prefix.length), entry, request, res);
    }
  }
  if (!URL.canParse(target, 'http://simulator')) return sendResponse(res, { status: 400 });
  const url = new URL(target, 'http://simulator');
  if (url.pathname.startsWith('/control/')) return sendResponse(res, await deps.handleControl(request, url));
  return sendResponse(res, await deps.handlePage(request, url));
}

async function serveApi(
  deps: ServerDeps,
  base: 'live' | 'sandbox',
  target: string,
  entry: LoggedRequest,
  request: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const method = request.method ?? 'GET';
  const [path = ''] = target.split('?', 1);
  const context = deps.responseContext();
  const refused = (base === 'live' ? deps.liveLimit : deps.sandboxLimit).admit()
    ? undefined
    : errorResponse(context, 429);
  const body = await readBody(request);

  // The limit stands in front of everything else, as gateways have it: a refused request meets no weather.
  if (refused !== undefined) return logAndSend(entry, res, refused);
  const { delayMs, effect } = deps.faults.match({ method, base, path, text: searchableText(target, body) });
  entry.fault = effect?.kind ?? (delayMs > 0 ? 'latency' : null);
  // Weather takes real time, whatever clock the lifecycles run on.
  if (delayMs > 0) await setTimeout(delayMs);
  if (effect?.kind === 'hang') return;
  if (effect?.kind === 'reset-before') return void request.socket.resetAndDestroy();
  const instead = effect === null ? undefined : replacementResponse(effect);
  if (instead !== undefined) return logAndSend(entry, res, instead);

  const answer = handleApiRequest(deps, context, base, { method, target, body, request });
  entry.status = sendWithFault(effect, res, answer);
}

/** An address as people write it, and the body: a rule may be aimed at one customer's name. */
function searchableText(target: string, body: Buffer | undefined): string {
  const [, query = ''] = splitQuery(target);
  const values = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`);
  return [target, ...values, body?.toString('utf8') ?? ''].join('\n');
}

function logAndSend(entry: LoggedRequest, res: ServerResponse, answer: HttpResponse): void {
  entry.status = answer.status;
  sendResponse(res, answer);
}

function handleApiRequest(
  deps: ServerDeps,
  context: ResponseContext,
  base: 'live' | 'sandbox',
  {
    method,
    target,
    body,
    request,
  }: { method: string; target: string; body: Buffer | undefined; request: IncomingMessage },
): HttpResponse {
  if (!isAuthorized(context, request.headers.authorization, deps.token)) return errorResponse(context, 401);
  const [path = '', query = ''] = splitQuery(target);
  const segments = decodeSegments(path);
  if (segments === undefined) return errorResponse(context, 400);
  const apiRequest: ApiRequest = {
    method,
    segments,
    query: new URLSearchParams(query),
    contentType: request.headers['content-type'],
    body,
  };
  return base === 'live'
    ? handleLiveRequest(deps, context, apiRequest)
    : handleSandboxRequest(deps, context, apiRequest);
}

function isAuthorized({ broken }: ResponseContext, authorization: string | undefined, token: string): boolean {
  if (broken.has('no-authentication') && authorization === undefined) return true;
  if (broken.has('any-token') && authorization !== undefined) return true;
  return hasToken(authorization, token);
}

function splitQuery(target: string): string[] {
  const index = target.indexOf('?');
  return index < 0 ? [target] : [target.slice(0, index), target.slice(index + 1)];
}

function decodeSegments(path: string): string[] | undefined {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
