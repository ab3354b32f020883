import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RouteId } from '@/lib/http/access-matrix';
import type { RouteHandler } from '@/lib/http/create-route';

/** All routes, found in the file tree. */
export async function loadRoutes(): Promise<Map<RouteId, RouteHandler>> {
  const app = fileURLToPath(new URL('..', import.meta.url));
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) => /[\\/]route\.ts$/.test(file));
  const routes = new Map<RouteId, RouteHandler>();
  for (const file of files) {
    const exported: Record<string, RouteHandler> = await import(join(app, file));
    for (const handler of Object.values(exported)) routes.set(handler.spec.id, handler);
  }
  return routes;
}
