import type { Environment } from '../contract/environment';
import { encodeImportId, isImportId } from '../contract/import-id';
import type { Clock, Random } from '../core/clock';
import { ServiceError } from '../core/errors';
import type { Log } from '../core/log';
import { ask } from './ask';
import { createAttempt, type Channel, type ServiceRequest } from './attempt';
import { createCoalescer, type Coalescer } from './coalesce';
import { standardDialect, type Dialect } from './dialect';
import { createExchange, type ConnectOptions } from './exchange';
import { createHealth } from './health';
import { readCreatedImport } from './read-created-import';
import { readDetailedImport } from './read-detailed-import';
import { readListedImports } from './read-listed-imports';
import { readLocationId } from './read-location-id';
import { readTools } from './read-tools';
import { createScrubber } from './scrub-secrets';
import { sendOnce } from './send-once';
import type {
  Answer,
  Budget,
  Call,
  CreatedImport,
  DetailedImport,
  ListedImport,
  ReadTool,
  ServiceClient,
  ServiceEvent,
} from './service-client';

export interface ServiceClientOptions {
  /** Base address of version 2.1, and that of the sandbox. No other is ever called. */
  url: string;
  sandboxUrl: string;
  token: string;
  password: string;
  dialect?: Dialect;
  budget: Budget;
  clock: Clock;
  random: Random;
  log: Log;
  onEvent?: (event: ServiceEvent) => void;
  connect?: ConnectOptions;
}

const defaultDeadlineMs = { get: 10_000, post: 30_000 };

/** The client of the migration service: the six operations of its interface, and nothing else. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { clock, random, log } = options;
  const dialect = options.dialect ?? standardDialect;
  const credentials = Buffer.from(`${options.token}:${options.password}`, 'utf8').toString('base64');
  const secrets = [options.token, options.password, credentials];
  const scrub = createScrubber(secrets);
  const apiUrls = [options.url, options.sandboxUrl].map((url) => url.replace(/\/+$/, ''));
  const deps = { attempt: createAttempt({ clock, random, log, onEvent: options.onEvent }), clock, random };

  const open = (environment: Environment, url: string): Channel => ({
    environment,
    exchange: createExchange({
      url,
      authorization: `Basic ${credentials}`,
      clock,
      ...(options.connect ? { connect: options.connect } : {}),
      // Live requests are paced by the budget; the sandbox has none, so its connections are bounded instead.
      ...(environment === 'sandbox' ? { connections: 32 } : {}),
    }),
    health: createHealth(clock),
    budget: environment === 'live' ? options.budget : null,
  });
  const channels = { live: open('live', options.url), sandbox: open('sandbox', options.sandboxUrl) };
  const toolLists = createCoalescer<Answer<ReadTool[]>>(clock);
  const importLists = createCoalescer<Answer<ListedImport[]>>(clock);
  const details = createCoalescer<Answer<DetailedImport>>(clock);
  const sending = new Set<Promise<unknown>>();
  let closed = false;

  function get<T>(
    shared: Coalescer<Answer<T>>,
    call: Call,
    request: Pick<ServiceRequest<T>, 'operation' | 'path' | 'read'>,
  ): Promise<Answer<T>> {
    if (closed) return Promise.reject(closing());
    const channel = channels[call.environment];
    const whole: ServiceRequest<T> = { method: 'GET', body: null, ignoreContent: false, scrub, ...request };
    const deadlineMs = call.deadlineMs ?? defaultDeadlineMs.get;
    return shared.ask(
      `${call.environment} ${request.path}`,
      { lane: call.lane, deadlineMs, signal: call.signal, gaveUp: (why, reason) => gaveUp(why, reason, deadlineMs) },
      (flight) => ask(deps, channel, whole, flight, call.requestId),
    );
  }

  function post<T>(
    call: Call,
    request: Pick<ServiceRequest<T>, 'operation' | 'path' | 'body' | 'read' | 'ignoreContent' | 'scrub'>,
  ): Promise<Answer<T>> {
    if (closed) return Promise.reject(closing());
    const sent = sendOnce(
      deps,
      channels[call.environment],
      { method: 'POST', ...request },
      {
        ...call,
        deadlineMs: call.deadlineMs ?? defaultDeadlineMs.post,
      },
    ).finally(() => {
      sending.delete(sent);
      // What was asked before this may be answered with what was true before it.
      for (const shared of [toolLists, importLists, details]) shared.forget();
    });
    sending.add(sent);
    return sent;
  }

  function decide(operation: 'acceptPayment' | 'rejectPayment', verb: 'accept' | 'reject') {
    return async (call: Call & { id: string }): Promise<Answer<null>> =>
      post<null>(call, {
        operation,
        path: `/imports/${segment(call.id)}/payment/${verb}`,
        body: null,
        ignoreContent: true,
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
        path: `/imports/${segment(call.id)}`,
        read: (json) => readDetailedImport(json, dialect),
      }),

    createImport: async (call) =>
      post<CreatedImport>(call, {
        operation: 'createImport',
        path: '/imports',
        body: JSON.stringify(call.fields),
        ignoreContent: false,
        read: (json, { headers }) => {
          const reading = readCreatedImport(json, dialect, apiUrls);
          const baseUrl = call.environment === 'live' ? options.url : options.sandboxUrl;
          const id = reading.value.id ?? readLocationId(headers['location'], baseUrl);
          const missing = reading.missing.filter(({ fact }) => fact !== 'created.id' || id === null);
          return { value: { ...reading.value, id }, missing, unreadable: reading.unreadable };
        },
        scrub: createScrubber([...secrets, call.fields.destination_token]),
      }),

    acceptPayment: decide('acceptPayment', 'accept'),
    rejectPayment: decide('rejectPayment', 'reject'),

    health: (environment) => channels[environment].health.tell(),

    close: async () => {
      closed = true;
      for (const shared of [toolLists, importLists, details]) shared.endAll();
      await Promise.allSettled([...sending]);
      await Promise.all([channels.live.exchange.close(), channels.sandbox.exchange.close()]);
    },
  };
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** No identifier that is none is ever asked for: an empty one would ask for the whole list. */
function segment(id: string): string {
  if (isImportId(id)) return encodeImportId(id);
  throw new ServiceError('service_not_found', { workDone: 'no', person: 'This is no identifier of an import.' });
}

function gaveUp(why: 'deadline' | 'caller', reason: unknown, deadlineMs: number): ServiceError {
  return new ServiceError('service_timed_out', {
    workDone: 'no',
    person:
      why === 'deadline'
        ? `The migration service did not answer within ${Math.round(deadlineMs / 100) / 10} s.`
        : 'The question to the migration service was given up.',
    log: why === 'deadline' ? 'no answer within the deadline' : 'given up by the caller',
    cause: reason,
  });
}

function closing(): ServiceError {
  return new ServiceError('service_unreachable', {
    workDone: 'no',
    person: 'Landfall is shutting down; nothing was sent.',
  });
}
