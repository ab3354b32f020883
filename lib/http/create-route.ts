import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Identity, SessionAuth, StaffMember } from '../auth/auth-deps';
import type { Actor, Caller } from '../contract/caller';
import { environmentSchema } from '../contract/base-schemas';
import { type Environment, environmentHeader } from '../contract/environment';
import { roleAtLeast } from '../contract/roles';
import type { Clock } from '../core/clock';
import { LandfallError, errorTable } from '../core/errors';
import type { Log } from '../core/log';
import { withDeadline } from '../core/with-deadline';
import { type RouteId, type RouteMatrix, type RouteRow, routeMatrix } from './access-matrix';
import {
  type RequestAuthSettings,
  clientAddress,
  checkApiKey,
  checkOperator,
  checkPasskeyStep,
  checkRecentAuth,
  checkSameOrigin,
  isUserActivity,
  rejectAuthorizationHeader,
} from './check-auth';
import { describeError, toErrorResponse, toLandfallError } from './describe-error';
import { encodeBody } from './encode-body';
import { type Schema, findUnstorable, parseInput } from './parse-input';
import { defaultMaxBytes, readBytes, readFormBody, readJson } from './read-body';
import { readForm, readQuery } from './read-query';
import { recordActivity } from './record-activity';
import { Reply } from './reply';

export interface HttpDeps {
  settings: RequestAuthSettings;
  auth: SessionAuth;
  databaseHealth: { answers(): Promise<boolean> };
  clock: Clock;
  log: Log;
}

/** A lost connection may stay silent for minutes. */
const identifyDeadlineMs = 10_000;

type Output<S, Otherwise> = S extends Schema ? z.output<S> : Otherwise;
type AuthOf<Id extends RouteId> = RouteMatrix[Id]['auth'];
type StaffOf<Id extends RouteId> =
  AuthOf<Id> extends 'session' ? StaffMember : AuthOf<Id> extends 'sessionOrKey' ? StaffMember | null : null;
type IdentityOf<Id extends RouteId> =
  AuthOf<Id> extends 'session' ? Identity : AuthOf<Id> extends 'sessionOrKey' ? Identity | null : null;
type BodyOf<Id extends RouteId, B> = AuthOf<Id> extends 'signature' ? ReadBytes : Output<B, undefined>;
/** The handler reads the body itself, because it counts what is too large. */
type ReadBytes = (maxBytes: number) => Promise<Uint8Array>;
type HandlerResult<A> = A extends Schema ? z.input<A> | Reply<z.input<A>> | Response : Response;

export interface RouteSpec<Id extends RouteId, Q, B, P, A> {
  id: Id;
  params?: P;
  query?: Q;
  /** JSON, or a plain form for `form` routes. `signature` routes read the raw bytes instead. */
  body?: B;
  response?: A;
  maxBodyBytes?: number;
}

export interface RouteContext<App, Id extends RouteId, Q, B, P> {
  landfall: App;
  request: Request;
  requestId: string;
  caller: Caller;
  /** Read from the database for this request. Null unless a person is signed in. */
  staff: StaffOf<Id>;
  identity: IdentityOf<Id>;
  environment: Environment;
  params: Output<P, Readonly<Record<string, string>>>;
  query: Output<Q, Readonly<Record<string, never>>>;
  body: BodyOf<Id, B>;
}

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>;

/** With what the route accepts, from which tests generate requests. */
export type RouteHandler = Handler & {
  readonly spec: {
    id: RouteId;
    params?: Schema | undefined;
    query?: Schema | undefined;
    body?: Schema | undefined;
    response?: Schema | undefined;
  };
};

/** The only way to create a route. Checks in order: session, origin and key, role, input; then the response. */
export function createRoute<App>(resolve: () => Promise<App & HttpDeps>) {
  return function route<
    const Id extends RouteId,
    Q extends Schema | undefined = undefined,
    B extends Schema | undefined = undefined,
    P extends Schema | undefined = undefined,
    A extends Schema | undefined = undefined,
  >(
    spec: RouteSpec<Id, Q, B, P, A>,
    handle: (context: RouteContext<App, Id, Q, B, P>) => Promise<HandlerResult<A>> | HandlerResult<A>,
  ): RouteHandler {
    const row: RouteRow = routeMatrix[spec.id];
    const handler: Handler = async (request, { params }) => {
      const requestId = randomUUID();
      const startedMs = performance.now();
      let log: Log | undefined;
      let response: Response;
      let settings: RequestAuthSettings | undefined;
      let handling = false;
      try {
        const landfall = await resolve();
        ({ settings } = landfall);
        log = landfall.log.child({ requestId, route: spec.id });
        const authorized = await authorize(landfall, row, spec.id, request, requestId);
        const context = {
          landfall,
          request,
          requestId,
          ...authorized,
          environment: readEnvironment(request),
          params: await readParams(spec.params, params),
          query: spec.query ? parseInput(spec.query, readQuery(spec.query, new URL(request.url).search)) : {},
          body: await readBody(row, spec.body, request, spec.maxBodyBytes ?? defaultMaxBytes),
          // Every field was checked against the row and the schemas, but TypeScript cannot follow a lookup by id.
        } as unknown as RouteContext<App, Id, Q, B, P>;
        handling = true;
        response = toResponse(spec.response, await handle(context), request.headers.get('accept-encoding'));
      } catch (thrown) {
        const error = toLandfallError(thrown, { mayHaveChanged: handling && row.method !== 'GET' });
        const { level, logFields } = describeError(error);
        log?.[level](logFields, 'request failed');
        response = toErrorResponse(row, error, request, { requestId, settings });
      }
      log?.[response.status === errorTable.rate_limited.status ? 'debug' : 'info'](
        {
          method: request.method,
          path: row.path,
          status: response.status,
          ms: Math.round(performance.now() - startedMs),
        },
        'request completed',
      );
      return withStandardHeaders(response, requestId, row);
    };
    return Object.assign(handler, { spec });
  };
}

async function authorize(
  deps: HttpDeps,
  row: RouteRow,
  id: RouteId,
  request: Request,
  requestId: string,
): Promise<{ caller: Caller; staff: StaffMember | null; identity: Identity | null }> {
  const { headers, method } = request;
  const { settings, auth } = deps;
  const toCaller = (actor: Actor): Caller => ({ actor, address: clientAddress(headers), requestId });
  const withSession = row.auth === 'session' || (row.auth === 'sessionOrKey' && !headers.has('authorization'));
  let identity: Identity | undefined;
  try {
    if (withSession) {
      identity = await withDeadline(deps.clock, identifyDeadlineMs, auth.identify(headers.get('cookie')));
      if (identity === undefined) throw new LandfallError('unauthenticated', { logMessage: 'refused: not signed in' });
      checkSameOrigin(headers, method, settings.publicOrigin);
      rejectAuthorizationHeader(headers);
      checkPasskeyStep(identity, row);
      if (row.role === undefined || !roleAtLeast(identity.staff.role, row.role)) {
        throw new LandfallError(
          'forbidden',
          `This needs the role ${row.role ?? 'none'}. Your role is ${identity.staff.role}.`,
        );
      }
      checkRecentAuth(identity, row, deps.clock.now());
      if (row.background !== true && isUserActivity(headers)) await recordActivity(deps, identity);
      const actor: Actor = { kind: 'staff', ...identity.staff };
      return { caller: toCaller(actor), staff: identity.staff, identity };
    }
    if (row.auth === 'sessionOrKey') {
      const name = checkApiKey(headers, settings.apiKeyHashes);
      if (id !== 'start-links.create') {
        throw new LandfallError('forbidden', 'Keys of LANDFALL_API_KEYS create start links only.');
      }
      await assertDatabaseAnswers(deps);
      return { caller: toCaller({ kind: 'key', name }), staff: null, identity: null };
    }
    if (row.auth === 'operator' || row.auth === 'probe') checkOperator(headers, settings, row.auth);
    else rejectAuthorizationHeader(headers);
    // Pages with forms send `Referrer-Policy: same-origin`, so that browsers send `Origin`.
    if (row.auth === 'form' && method !== 'GET') checkSameOrigin(headers, method, settings.publicOrigin);
    if (row.readsDatabase || !/^(operator|probe|public)$/.test(row.auth)) await assertDatabaseAnswers(deps);
    const actor: Actor = row.auth === 'signature' ? { kind: 'service' } : { kind: 'stranger' };
    return { caller: toCaller(actor), staff: null, identity: null };
  } catch (error) {
    if (error instanceof LandfallError && (error.code === 'unauthenticated' || error.code === 'forbidden')) {
      const actor: Actor = identity ? { kind: 'staff', ...identity.staff } : { kind: 'stranger' };
      await auth.recordDeniedCall({ caller: toCaller(actor), route: id, reason: error.message });
    }
    throw error;
  }
}

/** Before anything is done. For session routes, reading the session is the same check. */
async function assertDatabaseAnswers({ databaseHealth }: HttpDeps): Promise<void> {
  if (!(await databaseHealth.answers())) throw new LandfallError('database_unavailable');
}

/** Live by default. Contradictory values are rejected, so that no one changes live by mistake. */
function readEnvironment(request: Request): Environment {
  const given = [request.headers.get(environmentHeader), ...new URL(request.url).searchParams.getAll('env')].filter(
    (value) => value !== null && value !== '',
  );
  const [first = 'live', ...others] = given;
  const parsed = environmentSchema.safeParse(first);
  if (!parsed.success || others.some((other) => other !== first)) {
    throw new LandfallError('invalid', { errors: [{ field: 'env', message: 'Must be live or sandbox' }] });
  }
  return parsed.data;
}

async function readParams(
  schema: Schema | undefined,
  given: Promise<Record<string, string | string[] | undefined>>,
): Promise<unknown> {
  const params = await given;
  if (schema === undefined) return params;
  const parsed = z.safeParse(schema, params);
  if (!parsed.success || findUnstorable(params) !== undefined) throw new LandfallError('not_found');
  return parsed.data;
}

async function readBody(row: RouteRow, schema: Schema | undefined, request: Request, max: number): Promise<unknown> {
  if (row.auth === 'signature') return (maxBytes: number) => readBytes(request, maxBytes);
  if (schema === undefined) return undefined;
  if (row.auth === 'form') return parseInput(schema, readForm(schema, await readFormBody(request, max)));
  return parseInput(schema, await readJson(request, max));
}

function toResponse(schema: Schema | undefined, response: unknown, acceptEncoding: string | null): Response {
  if (response instanceof Response) return response;
  const { value, status, headers } = response instanceof Reply ? response : new Reply(response);
  if (schema === undefined) return new Response(null, { status: 204 });
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) {
    const where = parsed.error.issues.map((issue) => `${issue.path.map(String).join('.')} (${issue.code})`);
    throw new LandfallError('internal', {
      logMessage: `the response does not match its schema: ${where.join(', ')}`.slice(0, 1000),
    });
  }
  const body = encodeBody(JSON.stringify(parsed.data), acceptEncoding);
  return new Response(body.content, {
    status,
    headers: { ...headers, 'content-type': 'application/json', ...body.headers },
  });
}

function withStandardHeaders(response: Response, requestId: string, { auth }: RouteRow): Response {
  response.headers.set('x-request-id', requestId);
  response.headers.set('x-content-type-options', 'nosniff');
  // Only what everyone may see can be cached.
  if (auth !== 'public' || !response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  return response;
}
