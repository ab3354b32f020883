import type { Environment } from '../../contract/environment';
import { decodeImportId, encodeImportId, isImportId } from '../../contract/import-id';
import type { Tool } from '../../contract/tools';
import type { Clock, Random } from '../../core/clock';
import { ServiceError } from '../../core/errors';
import type { Log } from '../../core/log';
import { callService } from './call-service';
import { createTryRequest, type ServiceEndpoint, type ServiceRequest } from './try-request';
import { createCoalescer, type Coalescer } from './coalesce-calls';
import { standardDialect, type Dialect } from '../dialect/dialect';
import { createHttpClient, type ConnectOptions } from './http-client';
import { createPersonLimit } from './limit-per-person';
import { createServiceHealth } from './service-health';
import { readCreatedImport } from '../readers/read-created-import';
import { readDetailedImport } from '../readers/read-detailed-import';
import { readListedImports } from '../readers/read-listed-imports';
import { readTools } from '../readers/read-tools';
import { createScrubber } from '../../core/scrub-secrets';
import { sendOnce } from './send-once';
import type { RequestBudget } from '../../core/request-budget';
import type {
  ServiceResponse,
  CallOptions,
  CreatedImport,
  DetailedImport,
  ListedImport,
  ServiceClient,
  ServiceEvent,
} from '../service-client';

export interface ServiceClientOptions {
  url: string;
  sandboxUrl: string;
  token: string;
  password: string;
  dialect?: Dialect;
  requestBudget: RequestBudget;
  clock: Clock;
  random: Random;
  log: Log;
  onEvent?: (event: ServiceEvent) => void;
  connect?: ConnectOptions;
}

const defaultDeadlineMs = { get: 10_000, post: 30_000 };

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { clock, random, log } = options;
  const dialect = options.dialect ?? standardDialect;
  const credentials = Buffer.from(`${options.token}:${options.password}`, 'utf8').toString('base64');
  const secrets = [options.token, options.password, credentials];
  const scrub = createScrubber(secrets);
  const apiUrls = [options.url, options.sandboxUrl].map((url) => url.replace(/\/+$/, ''));
  const deps = { tryRequest: createTryRequest({ clock, random, log, onEvent: options.onEvent }), clock, random };

  const open = (environment: Environment, url: string): ServiceEndpoint => ({
    environment,
    http: createHttpClient({
      url,
      authorization: `Basic ${credentials}`,
      clock,
      ...(options.connect ? { connect: options.connect } : {}),
      // The sandbox has no request budget, so its connections are limited instead.
      ...(environment === 'sandbox' ? { connections: 32 } : {}),
    }),
    health: createServiceHealth(clock),
    requestBudget: environment === 'live' ? options.requestBudget : null,
  });
  const endpoints = { live: open('live', options.url), sandbox: open('sandbox', options.sandboxUrl) };
  const toolLists = createCoalescer<ServiceResponse<Tool[]>>(clock);
  const importLists = createCoalescer<ServiceResponse<ListedImport[]>>(clock);
  const details = createCoalescer<ServiceResponse<DetailedImport>>(clock);
  const withinLimit = createPersonLimit();
  const sending = new Set<Promise<unknown>>();
  const closing = new AbortController();

  function get<T>(
    shared: Coalescer<ServiceResponse<T>>,
    call: CallOptions,
    request: Pick<ServiceRequest<T>, 'operation' | 'path' | 'read'>,
  ): Promise<ServiceResponse<T>> {
    if (closing.signal.aborted) return Promise.reject(closedError());
    const fullRequest: ServiceRequest<T> = { method: 'GET', body: null, ignoreBody: false, scrub, ...request };
    return withinLimit(call, () =>
      shared.run(
        `${call.environment} ${request.path}`,
        { ...call, deadlineMs: call.deadlineMs ?? defaultDeadlineMs.get },
        (sharedCall) => callService(deps, endpoints[call.environment], fullRequest, sharedCall),
      ),
    );
  }

  function post<T>(
    call: CallOptions,
    request: Pick<ServiceRequest<T>, 'operation' | 'path' | 'body' | 'read' | 'ignoreBody' | 'scrub'>,
  ): Promise<ServiceResponse<T>> {
    if (closing.signal.aborted) return Promise.reject(closedError());
    // A POST that is waiting for the budget is not sent after the client is closed.
    const signal = AbortSignal.any([closing.signal, ...(call.signal ? [call.signal] : [])]);
    const sent = withinLimit(call, () =>
      sendOnce(
        deps,
        endpoints[call.environment],
        { method: 'POST', ...request },
        { ...call, signal, deadlineMs: call.deadlineMs ?? defaultDeadlineMs.post },
      ),
    ).finally(() => {
      sending.delete(sent);
      // Running GETs may return data from before this POST.
      for (const shared of [toolLists, importLists, details]) shared.clear();
    });
    sending.add(sent);
    return sent;
  }

  function decide(operation: 'acceptPayment' | 'rejectPayment', action: 'accept' | 'reject') {
    return async (call: CallOptions & { id: string }): Promise<ServiceResponse<null>> =>
      post<null>(call, {
        operation,
        path: `/imports/${idSegment(call.id)}/payment/${action}`,
        body: null,
        ignoreBody: true,
        read: () => ({ value: null, missing: [], unreadable: null }),
        scrub,
      });
  }

  return {
    listTools: async (call) =>
      get(toolLists, call, {
        operation: 'listTools',
        path: call.family === undefined ? '/tools' : `/tools?family=${encode(call.family)}`,
        read: (json) => readTools(json, dialect),
      }),

    listImports: async (call) =>
      get(importLists, call, {
        operation: 'listImports',
        path: `/imports?destination_username=${encode(call.username)}`,
        read: (json) => readListedImports(json, dialect),
      }),

    readImport: async (call) =>
      get(details, call, {
        operation: 'readImport',
        path: `/imports/${idSegment(call.id)}`,
        read: (json) => readDetailedImport(json, dialect),
      }),

    createImport: async (call) =>
      post<CreatedImport>(call, {
        operation: 'createImport',
        path: '/imports',
        body: JSON.stringify(call.fields),
        ignoreBody: false,
        read: (json, { headers }) => {
          const result = readCreatedImport(json, dialect, apiUrls);
          const baseUrl = call.environment === 'live' ? options.url : options.sandboxUrl;
          const id = result.value.id ?? readLocationId(headers['location'], baseUrl);
          const missing = result.missing.filter(({ fact }) => fact !== 'created.id' || id === null);
          return { value: { ...result.value, id }, missing, unreadable: result.unreadable };
        },
        scrub: createScrubber([...secrets, call.fields.destination_token]),
      }),

    acceptPayment: decide('acceptPayment', 'accept'),
    rejectPayment: decide('rejectPayment', 'reject'),

    health: (environment) => endpoints[environment].health.snapshot(),

    close: async () => {
      closing.abort();
      for (const shared of [toolLists, importLists, details]) shared.abortAll();
      await Promise.allSettled([...sending]);
      await Promise.all([endpoints.live.http.close(), endpoints.sandbox.http.close()]);
    },
  };
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Rejects invalid identifiers: an empty one would request the whole list. */
function idSegment(id: string): string {
  if (isImportId(id)) return encodeImportId(id);
  throw new ServiceError('service_not_found', { workDone: 'no', userMessage: 'This is not an import id.' });
}

function readLocationId(location: string | string[] | undefined, baseUrl: string): string | null {
  if (typeof location !== 'string' || !URL.canParse(location, baseUrl)) return null;
  const base = new URL(baseUrl);
  const url = new URL(location, baseUrl);
  const prefix = `${base.pathname.replace(/\/+$/, '')}/imports/`;
  if (url.origin !== base.origin || !url.pathname.startsWith(prefix)) return null;
  const segment = url.pathname.slice(prefix.length).replace(/\/$/, '');
  return segment.includes('/') ? null : (decodeImportId(segment) ?? null);
}

function closedError(): ServiceError {
  return new ServiceError('service_unreachable', {
    workDone: 'no',
    userMessage: 'The connection to the migration service was closed. Nothing was sent. Try again.',
  });
}
