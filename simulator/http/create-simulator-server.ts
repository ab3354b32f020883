import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type ApiRequest, errorResponse, type ResponseContext } from '../api/api-request';
import { handleLiveRequest } from '../api/handle-live-request';
import { handleSandboxRequest } from '../api/handle-sandbox-request';
import { handleControlRequest } from '../control/handle-control-request';
import type { LoggedRequest, Simulation } from '../create-simulation';
import { replacementResponse, sendWithFault } from '../faults/corrupt-response';
import type { SimulatorOptions } from '../options';
import { handlePageRequest } from '../pages/handle-page-request';
import { type HttpResponse, sendResponse } from './http-response';
import type { AdmitRequest } from './rate-limit';
import { readBody } from './read-body';

export interface ServerDeps {
  simulation: Simulation;
  token: string;
  fullRequest: SimulatorOptions['fullRequest'];
  admit: { live: AdmitRequest; sandbox: AdmitRequest };
}

export function createSimulatorServer(deps: ServerDeps): Server {
  const server = createServer((request, res) => {
    // Clients may disconnect at any time.
    request.on('error', () => undefined);
    res.on('error', () => undefined);
    void dispatch(deps, request, res).catch(() => {
      if (!res.headersSent) sendResponse(res, { status: 500 });
      else res.destroy();
    });
  });
  // Longer than the clients' own timeout, so that no connection is closed while a request is being sent.
  server.keepAliveTimeout = 60_000;
  return server;
}

const basePaths = { '/api/v2.1': 'live', '/api/sandbox': 'sandbox' } as const;

async function dispatch(deps: ServerDeps, request: IncomingMessage, res: ServerResponse): Promise<void> {
  const target = request.url ?? '/';
  for (const [prefix, base] of Object.entries(basePaths)) {
    if (target === prefix || target.startsWith(`${prefix}/`) || target.startsWith(`${prefix}?`)) {
      const entry = deps.simulation.logRequest(request.method ?? 'GET', target);
      return serveApi(deps, base, target.slice(prefix.length), entry, request, res);
    }
  }
  if (!URL.canParse(target, 'http://simulator')) return sendResponse(res, { status: 400 });
  const url = new URL(target, 'http://simulator');
  const isControl = url.pathname.startsWith('/control/');
  const response = isControl
    ? handleControlRequest(deps.simulation, request, url)
    : handlePageRequest(deps.simulation, deps.fullRequest, request, url);
  sendResponse(res, await response);
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
  const { path, query } = splitQuery(target);
  const context: ResponseContext = { dialect: deps.simulation.dialect(), broken: deps.simulation.broken };
  const admitted = deps.admit[base]();
  const body = await readBody(request);

  // Like a gateway, the limit comes first: requests over the rate meet no faults.
  if (!admitted) return logAndSend(entry, res, errorResponse(context, 429));
  // With the decoded query, so that a rule can match a username.
  const values = [...query].map(([name, value]) => `${name}=${value}`);
  const text = [target, ...values, body?.toString('utf8') ?? ''].join('\n');
  const { delayMs, effect } = deps.simulation.matchFault({ method, base, path, text });
  entry.fault = effect?.kind ?? (delayMs > 0 ? 'latency' : null);
  // Faults take real time, even if the lifecycle runs on a manual clock.
  if (delayMs > 0) await setTimeout(delayMs);
  if (effect?.kind === 'hang') return;
  if (effect?.kind === 'reset-before') return void request.socket.resetAndDestroy();
  const replacement = effect === null ? undefined : replacementResponse(effect);
  if (replacement !== undefined) return logAndSend(entry, res, replacement);

  entry.status = sendWithFault(effect, res, handleApiRequest());

  function handleApiRequest(): HttpResponse {
    if (!isAuthorized(context, request.headers.authorization, deps.token)) return errorResponse(context, 401);
    const segments = decodeSegments(path);
    if (segments === undefined) return errorResponse(context, 400);
    const apiRequest: ApiRequest = { method, segments, query, contentType: request.headers['content-type'], body };
    const handle = base === 'live' ? handleLiveRequest : handleSandboxRequest;
    return handle(deps.simulation, context, apiRequest);
  }
}

function logAndSend(entry: LoggedRequest, res: ServerResponse, response: HttpResponse): void {
  entry.status = response.status;
  sendResponse(res, response);
}

/** Basic authentication with the token as username and any password (section 5). */
function isAuthorized({ broken }: ResponseContext, authorization: string | undefined, token: string): boolean {
  if (broken.has('no-authentication') && authorization === undefined) return true;
  if (broken.has('any-token') && authorization !== undefined) return true;
  const credentials = /^basic ([a-z0-9+/]+=*)$/i.exec(authorization?.trim() ?? '')?.[1];
  if (credentials === undefined) return false;
  const [username = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':', 1);
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(username), digest(token));
}

function splitQuery(target: string): { path: string; query: URLSearchParams } {
  const [path = '', ...rest] = target.split('?');
  return { path, query: new URLSearchParams(rest.join('?')) };
}

function decodeSegments(path: string): string[] | undefined {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
