import type { Identity, SessionAuth, StaffMember } from '../auth/auth-deps';
import type { KeyScope } from '../contract/api-keys';
import type { Actor, Caller } from '../contract/caller';
import { roleAtLeast } from '../contract/roles';
import type { Clock } from '../core/clock';
import { LandfallError } from '../core/errors';
import type { Log } from '../core/log';
import { databaseLate, withDeadline } from '../core/with-deadline';
import type { RouteId, RouteRow } from './access-matrix';
import {
  type RequestAuthSettings,
  checkOperator,
  checkPasskeyStep,
  checkRecentAuth,
  checkSameOrigin,
  clientAddress,
  findConfiguredKey,
  isUserActivity,
  readApiKey,
  rejectAuthorizationHeader,
} from './check-auth';
import { recordActivity } from './record-activity';

export interface AuthorizeDeps {
  settings: RequestAuthSettings;
  auth: SessionAuth;
  databaseHealth: { answers(): Promise<boolean> };
  clock: Clock;
  log: Log;
}

interface Authorized {
  caller: Caller;
  staff: StaffMember | null;
  identity: Identity | null;
}

/** A lost connection may stay silent for minutes. */
const identifyDeadlineMs = 10_000;

/** With an `Authorization` header, the key alone decides: a cookie adds nothing to it. */
export async function authorize(
  deps: AuthorizeDeps,
  row: RouteRow,
  id: RouteId,
  request: Request,
  requestId: string,
): Promise<Authorized> {
  const { headers } = request;
  const caller: Caller = { actor: { kind: 'stranger' }, address: clientAddress(headers), requestId };
  const setActor = (actor: Actor) => {
    caller.actor = actor;
  };
  try {
    const isForStaff = row.auth === 'session' || row.auth === 'sessionOrKey';
    if (isForStaff && !headers.has('authorization')) {
      const identity = await checkSession(deps, row, request, setActor);
      return { caller, staff: identity.staff, identity };
    }
    if (isForStaff) await checkKey(deps, row, id, headers, setActor);
    else await checkOther(deps, row, request, setActor);
    return { caller, staff: null, identity: null };
  } catch (error) {
    if (error instanceof LandfallError && (error.code === 'unauthenticated' || error.code === 'forbidden')) {
      await deps.auth.recordDeniedCall({ caller, route: id, reason: error.message });
    }
    throw error;
  }
}

async function checkSession(
  deps: AuthorizeDeps,
  row: RouteRow,
  { headers, method }: Request,
  setActor: (actor: Actor) => void,
): Promise<Identity> {
  const { auth, clock, settings } = deps;
  const identity = await withDeadline(clock, identifyDeadlineMs, auth.identify(headers.get('cookie')), databaseLate);
  if (identity === undefined) throw new LandfallError('unauthenticated', { logMessage: 'refused: not signed in' });
  setActor({ kind: 'staff', ...identity.staff });
  checkSameOrigin(headers, method, settings.publicOrigin);
  checkPasskeyStep(identity, row);
  if (row.role === undefined || !roleAtLeast(identity.staff.role, row.role)) {
    throw new LandfallError(
      'forbidden',
      `This needs the role ${row.role ?? 'none'}. Your role is ${identity.staff.role}.`,
    );
  }
  checkRecentAuth(identity, row, clock.now());
  if (row.background !== true && isUserActivity(headers)) await recordActivity(deps, identity);
  return identity;
}

async function checkKey(
  deps: AuthorizeDeps,
  row: RouteRow,
  id: RouteId,
  headers: Headers,
  setActor: (actor: Actor) => void,
): Promise<void> {
  const { auth, clock, settings } = deps;
  const secret = readApiKey(headers);
  const configured = findConfiguredKey(secret, settings.apiKeyHashes);
  if (configured !== undefined) {
    setActor({ kind: 'key', id: configured, name: configured });
    await assertDatabaseAnswers(deps);
    await auth.limitConfiguredKey(configured);
    if (id === 'start-links.create') return;
    throw new LandfallError('forbidden', 'Keys of LANDFALL_API_KEYS create start links only.');
  }
  const key = await withDeadline(clock, identifyDeadlineMs, auth.identifyKey(secret), databaseLate);
  setActor({ kind: 'key', id: key.id, name: key.name });
  // Before the scope: a refused call counts, too.
  await auth.limitKey(key);
  if (row.scope === undefined) {
    throw new LandfallError('forbidden', 'API keys cannot do this. Staff do it in Landfall.');
  }
  if (!includesScope(key.scope, row.scope)) {
    throw new LandfallError('forbidden', `This needs a key with the scope ${row.scope}.`);
  }
}

const includesScope = (given: KeyScope, needed: KeyScope) => given === 'create' || given === needed;

async function checkOther(
  deps: AuthorizeDeps,
  row: RouteRow,
  { headers, method }: Request,
  setActor: (actor: Actor) => void,
): Promise<void> {
  const { settings } = deps;
  if (row.auth === 'operator' || row.auth === 'probe') checkOperator(headers, settings, row.auth);
  // Clients that were given a key send it to all of our addresses, also for what anyone may read. A webhook may be signed
  // in it.
  else if (row.auth !== 'public' && row.auth !== 'signature') rejectAuthorizationHeader(headers);
  // Pages with forms send `Referrer-Policy: same-origin`, so that browsers send `Origin`.
  if (row.auth === 'form' && method !== 'GET') checkSameOrigin(headers, method, settings.publicOrigin);
  // Webhooks store the message at once, which is the same check.
  if (row.auth === 'signature') setActor({ kind: 'service' });
  else if (row.readsDatabase || !/^(operator|probe|public)$/.test(row.auth)) await assertDatabaseAnswers(deps);
}

/** Before anything is done. For session routes and keys, reading the row is the same check. */
async function assertDatabaseAnswers({ databaseHealth }: AuthorizeDeps): Promise<void> {
  if (!(await databaseHealth.answers())) throw new LandfallError('database_unavailable');
}
