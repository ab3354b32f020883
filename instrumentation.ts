import type { Instrumentation } from 'next';

/** Opens the database and starts the poller before the first request. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { startServer } = await import('./lib/start-server');
  try {
    const landfall = await startServer();
    await landfall.run();
    // scripts/serve.mjs calls these without Next (docs/decisions/0020-routes-without-next.md).
    const webhooks = await import('./app/api/webhooks/migration/route');
    const imports = await import('./app/api/imports/route');
    const { appHooks } = await import('./lib/http/app-hooks.mjs');
    const { routeMatrix } = await import('./lib/http/access-matrix');
    const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
    appHooks.routes = {
      [nameOf(routeMatrix['webhooks.receive'])]: webhooks.POST,
      [nameOf(routeMatrix['imports.list'])]: imports.GET,
    };
    appHooks.started?.();
  } catch (error) {
    // A throw here would leave the process running and answering 500 with stack traces.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/** An error of a page. The path may contain a customer's token, so the route is logged instead. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, { routePath }) => {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { getLandfall } = await import('./lib/server');
  const { log } = await getLandfall();
  const requestId = [request.headers['x-request-id']].flat()[0];
  const digest = error instanceof Error && 'digest' in error ? error.digest : undefined;
  log.error({ requestId, method: request.method, route: routePath, digest, err: error }, 'request failed');
};
