import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { answerLive, type LiveParts } from '../api/answer-live';
import { answerSandbox } from '../api/answer-sandbox';
import { type ApiRequest, errorAnswer, type Manner } from '../api/api-request';
import { answerInstead, sendThrough } from '../weather/spoil-answer';
import type { Weather } from '../weather/create-weather';
import { type Answer, sendAnswer } from './answer';
import { hasToken } from './authenticate';
import type { RateLimit } from './rate-limit';
import { readBody } from './read-body';
import type { LoggedRequest, RequestLog } from './request-log';

export interface ServerParts extends LiveParts {
  token: string;
  manner(): Manner;
  log: RequestLog;
  weather: Weather;
  liveLimit: RateLimit;
  sandboxLimit: RateLimit;
  answerPage(request: IncomingMessage, url: URL): Promise<Answer>;
  answerControl(request: IncomingMessage, url: URL): Promise<Answer>;
}

/** The one listening server: both API addresses, the customers' pages, and the control endpoints. */
export function createSimulatorServer(parts: ServerParts): Server {
  const server = createServer((request, response) => {
    // A client that goes away in the middle is weather, not a fault of ours.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    void dispatch(parts, request, response).catch(() => {
      if (!response.headersSent) sendAnswer(response, { status: 500 });
      else response.destroy();
    });
  });
  // Longer than clients keep idle connections, so that none is closed under a request that is just being sent.
  server.keepAliveTimeout = 60_000;
  return server;
}

const bases = { '/api/v2.1': 'live', '/api/sandbox': 'sandbox' } as const;

async function dispatch(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = request.url ?? '/';
  for (const [prefix, base] of Object.entries(bases)) {
    if (target === prefix || target.startsWith(`${prefix}/`) || target.startsWith(`${prefix}?`)) {
      const entry = parts.log.arrived(request.method ?? 'GET', target);
      return serveApi(parts, base, target.slice(prefix.length), entry, request, response);
    }
  }
  if (!URL.canParse(target, 'http://simulator')) return sendAnswer(response, { status: 400 });
  const url = new URL(target, 'http://simulator');
  if (url.pathname.startsWith('/control/')) return sendAnswer(response, await parts.answerControl(request, url));
  return sendAnswer(response, await parts.answerPage(request, url));
}

async function serveApi(
  parts: ServerParts,
  base: 'live' | 'sandbox',
  target: string,
  entry: LoggedRequest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? 'GET';
  const [path = ''] = target.split('?', 1);
  const manner = parts.manner();
  const refused = (base === 'live' ? parts.liveLimit : parts.sandboxLimit).admit()
    ? undefined
    : errorAnswer(manner, 429);
  const body = await readBody(request);

  // The limit stands in front of everything else, as gateways have it: a refused request meets no weather.
  if (refused !== undefined) return finish(entry, response, refused);
  const { delayMs, effect } = parts.weather.meet({ method, base, path, text: textOf(target, body) });
  entry.weather = effect?.kind ?? (delayMs > 0 ? 'latency' : null);
  // Weather takes real time, whatever clock the lifecycles run on.
  if (delayMs > 0) await setTimeout(delayMs);
  if (effect?.kind === 'hang') return;
  if (effect?.kind === 'reset-before') return void request.socket.resetAndDestroy();
  const instead = effect === null ? undefined : answerInstead(effect);
  if (instead !== undefined) return finish(entry, response, instead);

  const answer = work(parts, manner, base, { method, target, body, request });
  entry.status = sendThrough(effect, response, answer);
}

/** An address as people write it, and the body: a rule may be aimed at one customer's name. */
function textOf(target: string, body: Buffer | undefined): string {
  const [, query = ''] = splitQuery(target);
  const values = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`);
  return [target, ...values, body?.toString('utf8') ?? ''].join('\n');
}

function finish(entry: LoggedRequest, response: ServerResponse, answer: Answer): void {
  entry.status = answer.status;
  sendAnswer(response, answer);
}

function work(
  parts: ServerParts,
  manner: Manner,
  base: 'live' | 'sandbox',
  {
    method,
    target,
    body,
    request,
  }: { method: string; target: string; body: Buffer | undefined; request: IncomingMessage },
): Answer {
  if (!isLetIn(manner, request.headers.authorization, parts.token)) return errorAnswer(manner, 401);
  const [path = '', query = ''] = splitQuery(target);
  const segments = decodeSegments(path);
  if (segments === undefined) return errorAnswer(manner, 400);
  const apiRequest: ApiRequest = {
    method,
    segments,
    query: new URLSearchParams(query),
    contentType: request.headers['content-type'],
    body,
  };
  return base === 'live' ? answerLive(parts, manner, apiRequest) : answerSandbox(parts, manner, apiRequest);
}

function isLetIn({ broken }: Manner, authorization: string | undefined, token: string): boolean {
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
