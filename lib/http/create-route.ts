import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Identity, StaffMember } from '../auth/auth-deps';
import type { IdempotentRequest, StoredResponses } from '../auth/stored-responses';
import type { Caller } from '../contract/caller';
import { environmentSchema } from '../contract/base-schemas';
import { type Environment, environmentHeader } from '../contract/environment';
import { currentContext, runInContext } from '../core/context.mjs';
import { LandfallError, errorTable } from '../core/errors';
import type { Log } from '../core/log';
import { type RouteId, type RouteMatrix, type RouteRow, routeMatrix } from './access-matrix';
import { type AuthorizeDeps, authorize } from './authorize';
import type { RequestAuthSettings } from './check-auth';
import { describeError, toErrorResponse, toLandfallError } from './describe-error';
import { type Schema, findUnstorable, parseInput } from './parse-input';
import { defaultMaxBytes, readBytes, readFormBody, readJson } from './read-body';
import { checkParameters, readForm, readQuery } from './read-query';
import { type Reply, toReply, toResponse } from './reply';
import { readIdempotencyKey, runOnce } from './run-once';

export interface HttpDeps extends AuthorizeDeps {
  responses: StoredResponses;
}

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
  /** Run again with the same operation id, it changes nothing further: it can be repeated after a crash. */
  repeatable?: true;
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
  /** Stays the same when a request is run again because of its Idempotency-Key. */
  operationId: string;
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

const slowBodyMs = 1000;

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
    const handler: Handler = (request, route) => {
      // The HTTP server has made it; tests call the handler without one.
      const context = currentContext().request ?? { id: randomUUID() };
      context.route = spec.id;
      return runInContext({ request: context }, () => respond(request, route, context.id));
    };
    const respond = async (request: Request, { params }: Parameters<Handler>[1], requestId: string) => {
      const startedMs = performance.now();
      let log: Log | undefined;
      let response: Response;
      let settings: RequestAuthSettings | undefined;
      let handling = false;
      try {
        const landfall = await resolve();
        ({ settings } = landfall);
        ({ log } = landfall);
        const authorizeNow = () => authorize(landfall, row, spec.id, request, requestId);
        let authorized = await authorizeNow();
        const key = readIdempotencyKey(request.headers, row);
        const { search } = new URL(request.url);
        if (authorized.caller.actor.kind === 'key') checkParameters(spec.query, search);
        const authorizedMs = landfall.clock.now().getTime();
        const input = {
          environment: readEnvironment(request),
          params: await readParams(spec.params, params),
          query: spec.query ? parseInput(spec.query, readQuery(spec.query, search)) : {},
          body: await readBody(row, spec.body, request, spec.maxBodyBytes ?? defaultMaxBytes),
        };
        // The session may have ended while a slow sender held the request open.
        if (landfall.clock.now().getTime() - authorizedMs > slowBodyMs) authorized = await authorizeNow();
        const context = {
          landfall,
          request,
          requestId,
          ...authorized,
          ...input,
          // Every field was checked against the row and the schemas, but TypeScript cannot follow a lookup by id.
        } as unknown as Omit<RouteContext<App, Id, Q, B, P>, 'operationId'>;
        handling = true;
        const run = async (operationId: string) => toReply(spec.response, await handle({ ...context, operationId }));
        const reply =
          key === undefined
            ? await run(randomUUID())
            : await runOnce(
                { responses: landfall.responses, log, secretResponse: row.secretResponse ?? false },
                identifyRequest(spec, context, key),
                run,
              );
        response = toResponse(reply, request.headers.get('accept-encoding'));
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

/** Compares parsed input, so that spaces and the order of fields do not matter. */
function identifyRequest(
  { id, repeatable = false }: { id: RouteId; repeatable?: boolean },
  {
    caller,
    environment,
    params,
    query,
    body,
  }: Pick<
    RouteContext<unknown, RouteId, Schema, Schema, Schema>,
    'caller' | 'environment' | 'params' | 'query' | 'body'
  >,
  key: string,
): IdempotentRequest {
  const { actor } = caller;
  const sender = 'id' in actor ? `${actor.kind} ${actor.id}` : actor.kind;
  return { caller: sender, key, content: JSON.stringify([id, environment, params, query, body]), repeatable };
}

function withStandardHeaders(response: Response, requestId: string, { auth }: RouteRow): Response {
  response.headers.set('x-request-id', requestId);
  response.headers.set('x-content-type-options', 'nosniff');
  // Only what everyone may see can be cached.
  if (auth !== 'public' || !response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  return response;
}
