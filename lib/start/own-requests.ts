import { z } from 'zod';
import { cookieHeader, hostPrefix } from '../core/cookie-header';
import { parseJson } from '../core/parse-json';
import { readCookie } from '../core/read-cookie';
import { listFullRequests } from '../store/sponsorship/full-requests';
import { migrationLinkDays, type StartDeps } from './start-deps';

const purpose = 'own requests';
const maxRequests = 3;
const idsSchema = z.array(z.uuid()).max(maxRequests);

export const ownRequestsCookie = (publicOrigin: string) => `${hostPrefix(publicOrigin)}landfall-requests`;

/** `Set-Cookie` that adds the request to those of this browser. `headers` are those of the request. */
export function rememberRequest(
  deps: Pick<StartDeps, 'cipher' | 'publicOrigin'>,
  headers: Headers,
  requestId: string,
): string {
  const name = ownRequestsCookie(deps.publicOrigin);
  const before = readIds(deps, readCookie(headers.get('cookie'), name));
  const ids = [...new Set([requestId, ...before])].slice(0, maxRequests);
  const value = deps.cipher.encrypt(purpose, JSON.stringify(ids)).toString('base64url');
  return cookieHeader({ name, value, maxAgeS: migrationLinkDays * 86_400 }, headers, deps.publicOrigin);
}

export interface OwnRequest {
  id: string;
  tool: string | null;
  isHandled: boolean;
}

/**
 * Requests that this browser filed, newest first. Anyone can type a username, so nothing here depends on the import:
 * a request is handled once staff matched or closed it.
 */
export async function listOwnRequests(deps: StartDeps, cookie: string | undefined): Promise<OwnRequest[]> {
  const ids = readIds(deps, cookie);
  const rows = ids.length === 0 ? [] : await listFullRequests(deps.database.db, ids);
  return rows.map(({ id, tool, importId, closedAt }) => ({
    id,
    tool,
    isHandled: importId !== null || closedAt !== null,
  }));
}

/** Empty if the cookie is missing or not ours. */
function readIds({ cipher }: Pick<StartDeps, 'cipher'>, cookie: string | undefined): string[] {
  const plain = cookie === undefined ? undefined : cipher.decrypt(purpose, Buffer.from(cookie, 'base64url'));
  return idsSchema.safeParse(plain && parseJson(plain.toString('utf8'))).data ?? [];
}
