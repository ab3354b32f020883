import { currentContext, runInContext } from './context.mjs';
import { LandfallError } from './errors';

/** All attributes that spans may have. None may hold a path, a query, a parameter or anything a person entered. */
export type SpanAttributes = Partial<{
  'http.request.method': string;
  'http.response.status_code': number;
  'landfall.route': string;
  'landfall.request_id': string;
  'landfall.job': string;
  'db.system.name': string;
  'db.operation.name': string;
  'db.collection.name': string;
  'landfall.service.operation': string;
  'landfall.service.environment': string;
  'landfall.service.lane': string;
  'landfall.service.attempt': number;
  'landfall.service.wait_ms': number;
  'landfall.message.channel': string;
  'landfall.outcome': string;
  'error.type': string;
}>;

export interface SpanOptions {
  kind: 'server' | 'client' | 'internal';
  attributes?: SpanAttributes;
}

export interface Span {
  /** Undefined if the trace is not sampled. */
  readonly traceId: string | undefined;
  startChild(name: string, options: SpanOptions): Span;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  fail(error: unknown): void;
  end(): void;
}

/** Starts a trace, or continues the one of a `traceparent` header. */
export type StartTrace = (name: string, options: SpanOptions & { traceparent?: string | undefined }) => Span;

const noAttributes = (): void => undefined;

/** Runs work in a span below the current one. Without a current one, which is always so while tracing is off, it only runs it. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (set: (attributes: SpanAttributes) => void) => Promise<T>,
): Promise<T> {
  const parent = currentContext().span;
  return parent ? runInSpan(parent.startChild(name, options), work) : work(noAttributes);
}

/** Log lines of the work have the name of the job, and each run is a trace. */
export async function runAsJob<T>(startTrace: StartTrace | undefined, job: string, work: () => Promise<T>): Promise<T> {
  return runInContext({ job }, () => {
    const span = startTrace?.(`job ${job}`, { kind: 'internal', attributes: { 'landfall.job': job } });
    return span ? runInSpan(span, work) : work();
  });
}

async function runInSpan<T>(span: Span, work: (set: (attributes: SpanAttributes) => void) => Promise<T>): Promise<T> {
  try {
    return await runInContext({ span }, () => work((attributes) => span.set(attributes)));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** The messages of errors may contain anything, so only their kind is recorded. */
export function errorType(error: unknown): string {
  if (error instanceof LandfallError) return error.code;
  return error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : 'unknown';
}
