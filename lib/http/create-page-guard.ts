import { headers as requestHeaders } from 'next/headers';
import { forbidden, notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import type { StaffMember } from '../auth/auth-deps';
import type { Caller } from '../contract/caller';
import { environmentSchema } from '../contract/base-schemas';
import { roleAtLeast } from '../contract/roles';
import { type PageRow, type StaffPageId, pageMatrix } from './access-matrix';
import { clientAddress, isUserActivity } from './check-auth';
import type { createPageSessions } from './create-page-sessions';
import type { HttpDeps } from './create-route';
import { recordActivity } from './record-activity';
import { passkeyHref, pathHeader, signInHref } from './sign-in-href';

export type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>;

type PageDeps = Pick<HttpDeps, 'auth' | 'log'> & { pageSessions: Pick<ReturnType<typeof createPageSessions>, 'take'> };

/** Every page checks access itself. Layouts never do: navigation inside them does not render them again. */
export function createPageGuard<App>(resolve: () => Promise<App & PageDeps>) {
  // Cached per request, because the layout calls it too.
  const identify = cache(async () => {
    const headers = await requestHeaders();
    const { auth, pageSessions } = await resolve();
    const cookie = headers.get('cookie');
    return pageSessions.take(cookie) ?? auth.identify(cookie);
  });

  async function staffPage(id: StaffPageId, searchParams?: SearchParams) {
    const row: PageRow = pageMatrix[id];
    const headers = await requestHeaders();
    const landfall = await resolve();
    const identity = await identify();
    if (identity === undefined) redirect(signInHref(headers.get(pathHeader) ?? row.path));
    if (identity.passkeyStep !== null) redirect(passkeyHref(headers.get(pathHeader) ?? row.path));
    const caller: Caller = {
      actor: { kind: 'staff', ...identity.staff },
      address: clientAddress(headers),
      requestId: headers.get('x-request-id') ?? `page ${id}`,
    };
    if (row.role === undefined || !roleAtLeast(identity.staff.role, row.role)) {
      await landfall.auth.recordDeniedCall({ caller, route: `page ${id}`, reason: 'the role is too low' });
      forbidden();
    }
    if (isUserActivity(headers)) await recordActivity(landfall, identity);
    const given = (await searchParams) ?? {};
    const environment = environmentSchema.safeParse(given['env'] ?? 'live');
    if (!environment.success) notFound();
    return { landfall, identity, staff: identity.staff, environment: environment.data, caller, searchParams: given };
  }

  /** Undefined also while the session lacks its passkey. */
  async function currentStaff(): Promise<StaffMember | undefined> {
    const identity = await identify();
    return identity?.passkeyStep === null ? identity.staff : undefined;
  }

  return { staffPage, currentStaff, currentIdentity: identify };
}
