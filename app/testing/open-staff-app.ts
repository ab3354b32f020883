import { roles, type Role } from '@/lib/contract/roles';
import { routeMatrix, type RouteId } from '@/lib/http/access-matrix';
import { createSession } from './create-session';
import { openTestApp, publicOrigin } from './open-test-app';

interface Sent {
  /** Null sends no cookie. */
  role?: Role | null;
  body?: object | undefined;
  params?: Record<string, string>;
  query?: string;
  headers?: Record<string, string>;
}

/** The app with a person of each role, for the routes that staff call. */
export async function openStaffApp(environment: Readonly<Record<string, string>> = {}) {
  const app = await openTestApp(environment);
  const cookies = new Map<Role, string>();
  for (const role of roles) {
    const { cookie } = role === 'admin' ? app : await createSession(app.landfall, app.nextAuthSecret, role);
    cookies.set(role, cookie);
  }

  async function send(
    id: RouteId,
    { role = 'admin', body, params = {}, query = '', headers = {} }: Sent = {},
  ): Promise<Response> {
    const { method, path } = routeMatrix[id];
    const request = new Request(`${publicOrigin}${path.replace('[id]', params['id'] ?? '')}${query}`, {
      method,
      headers: {
        host: 'localhost:3000',
        origin: publicOrigin,
        'content-type': 'application/json',
        ...(role && { cookie: cookies.get(role) ?? '' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const response = await app.handlers.get(id)?.(request, { params: Promise.resolve(params) });
    if (!response) throw new Error(`no handler for ${id}`);
    return response;
  }

  return { ...app, send };
}
export type StaffApp = Awaited<ReturnType<typeof openStaffApp>>;

/** Everyone but admins, for routes that are theirs. Null is not signed in. */
export const othersThanAdmins: readonly (Role | null)[] = [null, ...roles.filter((role) => role !== 'admin')];
