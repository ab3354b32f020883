import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestContext } from '../core/context.mjs';
import type { Metrics } from '../core/metrics';
import type { Span, StartTrace } from '../core/span';

export type ObserveRequest = ReturnType<typeof createRequestObserver>;

/**
 * Measures a request by its route, which `createRoute` and `createPagePreparer` name, and starts its trace. Never looks at the
 * path's content.
 */
export function createRequestObserver(deps: { metrics: Pick<Metrics, 'request'>; startTrace: StartTrace | undefined }) {
  return (
    request: Pick<IncomingMessage, 'method' | 'url'>,
    response: Pick<ServerResponse, 'once' | 'statusCode' | 'writableFinished' | 'getHeader'>,
    { context, traceparent }: { context: RequestContext; traceparent: string | undefined },
  ): Span | undefined => {
    const startedMs = performance.now();
    const method = request.method ?? 'GET';
    const isStatic = (request.url ?? '').startsWith('/_next/');
    const attributes = { 'http.request.method': method, 'landfall.request_id': context.id };
    const span = isStatic ? undefined : deps.startTrace?.(method, { kind: 'server', attributes, traceparent });
    response.once('close', () => {
      const route = context.route ?? (isStatic ? 'static' : 'other');
      const status = response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted';
      // Streams stay open as long as their page.
      const isStream = String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
      if (!isStream) deps.metrics.request({ route, status, tookMs: performance.now() - startedMs });
      span?.rename(`${method} ${route}`);
      span?.set({ 'landfall.route': route, 'http.response.status_code': response.statusCode });
      if (response.statusCode >= 500) span?.fail(undefined);
      span?.end();
    });
    return span;
  };
}
