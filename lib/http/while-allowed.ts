import type { SessionAuth } from '../auth/auth-deps';
import { roleAtLeast, type Role } from '../contract/roles';
import type { Clock } from '../core/clock';
import { LandfallError } from '../core/errors';
import { routeMatrix, type RouteId, type RouteRow } from './access-matrix';

interface Context {
  landfall: { auth: Pick<SessionAuth, 'identify'>; clock: Clock };
  request: Request;
}

const checkEveryMs = 15_000;

/** For streams and downloads. Undefined once the session has ended. */
export function createRoleReader({ landfall, request }: Context): () => Promise<Role | undefined> {
  const cookie = request.headers.get('cookie');
  return async () => {
    const identity = await landfall.auth.identify(cookie);
    return identity?.passkeyStep === null ? identity.staff.role : undefined;
  };
}

/** Fails once the caller may no longer read this. */
export async function* whileAllowed<T>(context: Context, id: RouteId, source: AsyncIterable<T>): AsyncGenerator<T> {
  const { clock } = context.landfall;
  const row: RouteRow = routeMatrix[id];
  const readRole = createRoleReader(context);
  let checkedMs = clock.now().getTime();
  for await (const item of source) {
    const nowMs = clock.now().getTime();
    if (nowMs - checkedMs >= checkEveryMs) {
      const role = await readRole();
      if (role === undefined || row.role === undefined || !roleAtLeast(role, row.role))
        throw new LandfallError('forbidden', { logMessage: `${id} ended: the session ended or lost the role` });
      checkedMs = nowMs;
    }
    yield item;
  }
}
