import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encode } from 'next-auth/jwt';
import { vi } from 'vitest';
import { sessionCookie } from '@/lib/auth/session-cookie';
import { startSession } from '@/lib/auth/sessions';
import type { RouteHandler } from '@/lib/http/create-route';
import { databaseAnswersKey } from '@/lib/http/database-answers';
import { insertStaff } from '@/lib/store/staff/staff';

export const publicOrigin = 'http://localhost:3000';

/** The app on the embedded database, called through its route handlers, signed in as an admin. */
export async function openTestApp(environment: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-app-'));
  const nextAuthSecret = randomBytes(32).toString('base64');
  const defaults = {
    LANDFALL_DATA: folder,
    NEXTAUTH_SECRET: nextAuthSecret,
    NEXTAUTH_URL: publicOrigin,
    SERVICE_URL: 'http://127.0.0.1:9',
    SERVICE_TOKEN: 'a token of the tests',
    START_PAGE: 'open',
    LOG_LEVEL: 'silent',
  };
  for (const [name, value] of Object.entries({ ...defaults, ...environment })) vi.stubEnv(name, value);
  const { getLandfall } = await import('@/lib/server');
  const landfall = await getLandfall();
  const staff = { id: randomUUID(), email: 'ada@company.example', name: 'Ada', role: 'admin' as const };
  const createdAt = new Date();
  await insertStaff(landfall.database.db, { ...staff, source: 'local', passwordHash: null, createdAt });
  const caller = { actor: { kind: 'command' as const, name: 'test' }, address: '', requestId: 'test' };
  const sid = await startSession(landfall.auth, { staff, caller, userAgent: 'test', way: 'password' });
  const token = await encode({ token: { sid }, secret: nextAuthSecret, maxAge: 3600 });
  return {
    landfall,
    staff,
    cookie: `${sessionCookie(publicOrigin).name}=${token}`,
    handlers: await importHandlers(),
    async close() {
      await landfall.close();
      await rm(folder, { recursive: true, force: true });
      vi.unstubAllEnvs();
      for (const key of [Symbol.for('landfall.app'), databaseAnswersKey]) Reflect.deleteProperty(globalThis, key);
    },
  };
}

/** By method and path, such as `GET /api/imports/[id]`. */
async function importHandlers(): Promise<ReadonlyMap<string, RouteHandler>> {
  const api = fileURLToPath(new URL('../api', import.meta.url));
  const files = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('route.ts'));
  const handlers = new Map<string, RouteHandler>();
  for (const file of files) {
    const exported: Record<string, RouteHandler> = await import(join(api, file));
    const path = `/api/${file.replace(/\/?route\.ts$/, '')}`.replace(/\/$/, '');
    for (const [method, handler] of Object.entries(exported)) handlers.set(`${method} ${path}`, handler);
  }
  return handlers;
}
