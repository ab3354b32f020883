import fc from 'fast-check';
import { z } from 'zod';
import type { Role } from '@/lib/contract/roles';
import { type RouteId, type RouteRow, routeMatrix } from '@/lib/http/access-matrix';
import type { RouteHandler } from '@/lib/http/create-route';
import type { Schema } from '@/lib/http/parse-input';

/** A request as it goes over the wire. `{import}` and such are replaced by ids that exist. */
export interface GeneratedRequest {
  route: RouteId;
  as: Role | 'stranger';
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Placeholders for what exists when the request is sent. */
const placeholders = ['import', 'staff', 'decision', 'request', 'attempt', 'delivery', 'username', 'link'] as const;
export type Known = Readonly<Record<(typeof placeholders)[number], string>>;

const jsonSchema = z.object({
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  format: z.optional(z.string()),
  maxLength: z.optional(z.number()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  get anyOf(): z.ZodOptional<z.ZodArray<typeof jsonSchema>> {
    return z.optional(z.array(jsonSchema));
  },
  get items(): z.ZodOptional<typeof jsonSchema> {
    return z.optional(jsonSchema);
  },
  get properties(): z.ZodOptional<z.ZodRecord<z.ZodString, typeof jsonSchema>> {
    return z.optional(z.record(z.string(), jsonSchema));
  },
});
type JsonSchema = z.infer<typeof jsonSchema>;

const hostileTexts = [
  '',
  ' ',
  '\ufeff',
  '\u202eevil',
  '%ff',
  '%00',
  '..',
  '../../etc/passwd',
  "' or 1=1 --",
  '"; drop table audit; --',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  'a\r\nSet-Cookie: a=b',
  'javascript:alert(1)',
  'http://127.0.0.1:1/',
  '//evil.example',
  '__proto__',
  'constructor',
  '-0',
  '1e400',
  '٣',
  'İ',
  '👩‍👩‍👧‍👦',
  'a'.repeat(300),
  'ä'.repeat(20_000),
];
/** What PostgreSQL cannot store as text. */
const unstorableTexts = ['\u0000', 'a\u0000b', '\ud800', '\udfff x'];
const hostileNumbers = [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308];

const placeholder = fc.constantFrom(...placeholders).map((name) => `{${name}}`);
const hostileText = fc.constantFrom(...hostileTexts);
const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: placeholder },
  { weight: 3, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 2, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom(...unstorableTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);
const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.oneof(fc.uuid(), placeholder),
  'date-time': fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  date: fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  email: fc.oneof(fc.emailAddress(), fc.constant('{username}')),
  uri: fc.webUrl(),
};
const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text, fc.constantFrom(...hostileNumbers));

/** Mostly what the schema accepts, and now and then anything else. */
function fromSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything });
}

function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(fitting));
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, fromSchema(field)] as const);
      const known = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
      const complete = fc.record(Object.fromEntries(fields));
      const more = fc.dictionary(text, anything, { maxKeys: 2 });
      return fc.oneof(
        { weight: 6, arbitrary: complete },
        { weight: 3, arbitrary: known },
        { weight: 1, arbitrary: fc.tuple(known, more).map(([a, b]) => ({ ...a, ...b })) },
      );
    }
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}), { maxLength: 4 });
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: Math.max(schema.minimum ?? 0, -1e9), max: Math.min(schema.maximum ?? 1000, 1e9) }),
        fc.constantFrom(...hostileNumbers),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return (schema.format === undefined ? undefined : formats[schema.format]) ?? text;
    default:
      return anything;
  }
}

function arbitraryOf(schema: Schema | undefined): fc.Arbitrary<unknown> {
  if (schema === undefined) return anything;
  return fromSchema(jsonSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })));
}

const rarely = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const roles = ['stranger', 'viewer', 'agent', 'approver', 'admin', 'admin'] as const;

function requestTo({ spec }: RouteHandler, origin: string): fc.Arbitrary<GeneratedRequest> {
  const row: RouteRow = routeMatrix[spec.id];
  const isForm = row.auth === 'form' || row.auth === 'nextAuth';
  const segment = fc.oneof(
    { weight: 6, arbitrary: placeholder },
    { weight: 2, arbitrary: text.map((value) => encodeURIComponent(value.toWellFormed())) },
    { weight: 1, arbitrary: fc.constantFrom('%ff', '%00', '%', '%2e%2e', 'a%2fb', '%c0%af', '*', ';') },
  );
  const nextAuthPaths = fc.constantFrom(
    'session',
    'csrf',
    'providers',
    'signin',
    'signout',
    'error',
    'error?error=%ff',
    'error?error=%e2%82%ac',
    'error?error=a%0d%0ab',
    '_log',
    'nonsense',
  );
  const callbackPaths = fc.constantFrom('callback/credentials', 'callback/oidc', 'signin/credentials', 'signin/oidc');
  return fc
    .record({
      as: fc.constantFrom(...roles),
      method: rarely(row.method, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
      segments: fc.array(segment, { minLength: 3, maxLength: 3 }),
      nextAuth: fc.oneof(
        nextAuthPaths,
        callbackPaths,
        text.map((value) => encodeURIComponent(value.toWellFormed())),
      ),
      query: arbitraryOf(spec.query),
      body: arbitraryOf(spec.body),
      broken: rarely(undefined, '', '{', 'null', '[]', '"text"', '\u0000', '{"a":'.repeat(2000), 'a=%ff&b=%'),
      type: rarely(
        isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        'text/plain',
        'a',
        'multipart/form-data',
      ),
      site: rarely('same-origin', 'cross-site', 'none'),
      origin: rarely(origin, 'https://evil.example', 'null'),
      environment: rarely('live', 'sandbox', 'both'),
      accept: fc.constantFrom('text/html', 'application/json', '*/*'),
    })
    .map((drawn) => {
      let index = 0;
      const path = row.path
        .replace(/\[\.{3}\w+\]/, drawn.nextAuth)
        .replace(/\[\w+\]/g, () => drawn.segments[index++] ?? 'x');
      const query = toQuery(drawn.query);
      const body = drawn.broken ?? (isForm ? toQuery(drawn.body) : JSON.stringify(drawn.body));
      const writes = drawn.method !== 'GET' && drawn.method !== 'HEAD';
      return {
        route: spec.id,
        as: drawn.as,
        method: drawn.method,
        path: query === '' ? path : `${path}?${query}`.slice(0, 6000),
        headers: {
          accept: drawn.accept,
          'sec-fetch-site': drawn.site,
          'x-landfall-environment': drawn.environment,
          ...(writes && { origin: drawn.origin, 'content-type': drawn.type }),
        },
        ...(writes && body !== undefined && { body }),
      };
    });
}

function toQuery(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const pairs = Object.entries(value).flatMap(([name, item]: [string, unknown]) =>
    (Array.isArray(item) ? item : [item]).map((each: unknown) => [
      name.toWellFormed(),
      (typeof each === 'string' ? each : (JSON.stringify(each) ?? '')).toWellFormed(),
    ]),
  );
  return new URLSearchParams(pairs).toString().replaceAll('%7B', '{').replaceAll('%7D', '}');
}

/** The same seed gives the same requests, equally many for each route. */
export function generateRequests(
  routes: ReadonlyMap<RouteId, RouteHandler>,
  options: { seed: number; count: number; origin: string },
): GeneratedRequest[] {
  const { seed, count, origin } = options;
  const perRoute = Math.ceil(count / routes.size);
  const lists = [...routes.values()].map((route, index) =>
    fc.sample(requestTo(route, origin), { seed: seed + index, numRuns: perRoute }),
  );
  return Array.from({ length: perRoute }, (_, turn) => lists.flatMap((list) => list[turn] ?? []))
    .flat()
    .slice(0, count);
}

export function fillPlaceholders(text: string, known: Known): string {
  return text.replace(
    /\{(\w+)\}/g,
    (all, name: string) => Object.entries(known).find(([key]) => key === name)?.[1] ?? all,
  );
}
