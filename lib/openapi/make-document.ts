import { environments } from '../contract/environment';
import { problemTypePrefix } from '../contract/problem-type';
import { type ErrorCode, errorTable } from '../core/errors';
import { groupBy } from '../core/group-by';
import { type RouteRow, routeMatrix } from '../http/access-matrix';
import type { ApiDocument, OperationObject, ParameterObject, Reference, ResponseObject } from './api-document';
import { describeComponents, describeParameters, nameOf, referTo } from './describe-schemas';
import { describeWebhooks } from './describe-webhooks';
import { type Operation, operations, tags } from './operations';

const parameterSchemas = describeParameters();

const serviceErrors: readonly ErrorCode[] = [
  'service_bad_request',
  'service_unauthorized',
  'service_not_found',
  'service_rate_limited',
  'service_unreachable',
  'service_timed_out',
  'service_unreadable',
  'service_failed',
];

const parameters: Record<string, ParameterObject> = {
  Environment: {
    name: 'X-Landfall-Environment',
    in: 'header',
    description: 'The sandbox creates nothing. The same as the query parameter `env`.',
    schema: { type: 'string', enum: environments, default: 'live' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'For 24 hours, the same request with the same key returns the first response and is not carried out again.',
    schema: { type: 'string', pattern: '^[!-~]+$', minLength: 1, maxLength: 255 },
    example: '0192f2c4-6a0b-4c7e-8d1f-3b5a79e2c4d6',
  },
};

/** Pure: a test compares its result with `openapi.json`. */
export function makeDocument(version: string): ApiDocument {
  const described = Object.entries<Operation>(operations).map(([id, operation]) => {
    const row: RouteRow = routeMatrix[id as keyof typeof operations];
    return { row, operation, codes: errorCodesOf(row, operation) };
  });
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const { row, operation, codes } of described) {
    const path = row.path.replace(/\[(\w+)\]/g, '{$1}');
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: describeOperation(row, operation, codes) };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Landfall API', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/', description: 'This installation' }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths,
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key from Settings > API keys. The scope `create` includes `read`.',
        },
      },
      parameters,
      responses: describeProblems(new Set(described.flatMap(({ codes }) => codes))),
      schemas: describeComponents(),
    },
  };
}

const description = [
  'For the server of your own product: look up, create and follow imports, and create links for customers.',
  'Keys, errors, pages, repeated requests, limits and what may change are explained in docs/api.md.',
  'A method that an address does not have gets 405 (`method_not_allowed`) with `Allow`.',
  'An address of more than 8,192 characters gets 414 (`bad_request`).',
].join(' ');

function errorCodesOf(row: RouteRow, { params, body, callsService, errors = [] }: Operation): readonly ErrorCode[] {
  return [
    'bad_request',
    'unauthenticated',
    'forbidden',
    ...(params ? ['not_found' as const] : []),
    ...(body ? (['too_large', 'unsupported_media'] as const) : []),
    'invalid',
    ...(row.method === 'GET' ? [] : ['conflict' as const]),
    'rate_limited',
    'internal',
    'database_unavailable',
    ...(callsService ? serviceErrors : []),
    ...errors,
  ];
}

function describeOperation(row: RouteRow, operation: Operation, codes: readonly ErrorCode[]): OperationObject {
  const { operationId, tag, summary, body, response, status, example } = operation;
  const problems = [...new Set(codes.map((code) => errorTable[code].status))].toSorted((a, b) => a - b);
  return {
    operationId,
    tags: [tag],
    summary,
    description: operation.description,
    security: [{ apiKey: [row.scope ?? ''] }],
    parameters: [
      ...describeFields(operation.params, 'path', example.params),
      ...describeFields(operation.query, 'query', example.query),
      refer('parameters', 'Environment'),
      ...(row.method === 'GET' ? [] : [refer('parameters', 'IdempotencyKey')]),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: referTo(body), example: example.body } },
      },
    }),
    responses: {
      [status]: {
        description: status === 201 ? 'Created' : 'Done',
        content: { 'application/json': { schema: referTo(response), example: example.response } },
      },
      ...Object.fromEntries(problems.map((each) => [each, refer('responses', `Problem${each}`)])),
    },
  };
}

function describeFields(schema: Operation['params'], place: 'path' | 'query', example: unknown): ParameterObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = parameterSchemas[nameOf(schema)] ?? {};
  const examples = new Map(Object.entries(example ?? {}));
  return Object.entries(properties).map(([name, { description: about = '', ...field }]) => ({
    name,
    in: place,
    ...(required.includes(name) && { required: true }),
    description: about,
    schema: field,
    ...(examples.has(name) && { example: examples.get(name) }),
  }));
}

/** Where the title is for people in a browser. */
const meanings = new Map<ErrorCode, string>([['unauthenticated', 'The key is missing, unknown, expired or revoked']]);

const retryAfter = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer', minimum: 0 } } };
const headersOf = new Map<number, ResponseObject['headers']>([
  [401, { 'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', const: 'Bearer' } } }],
  ...[409, 429, 503].map((status) => [status, retryAfter] as const),
]);

/** One for each status, with all codes that have it. */
function describeProblems(codes: ReadonlySet<ErrorCode>): Record<string, ResponseObject> {
  const problems: Record<string, ResponseObject> = {};
  const byStatus = groupBy([...codes], (code) => errorTable[code].status);
  for (const [status, [first, ...others]] of [...byStatus].toSorted(([a], [b]) => a - b)) {
    if (first === undefined) continue;
    const retryAfterS = status === 429 || status === 503 ? 5 : undefined;
    const { title } = errorTable[first];
    const headers = headersOf.get(status);
    problems[`Problem${status}`] = {
      description: [first, ...others]
        .map((code) => `\`${code}\`: ${meanings.get(code) ?? errorTable[code].title}.`)
        .join(' '),
      ...(headers && { headers }),
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          example: {
            type: `${problemTypePrefix}${first}`,
            title,
            status,
            detail: `${title}.`,
            errors: [],
            requestId: '0192f2c4-8c2d-4e9a-8f31-5d7c91a4e6f8',
            ...(retryAfterS !== undefined && { retryAfterS }),
          },
        },
      },
    };
  }
  return problems;
}

const refer = (kind: 'parameters' | 'responses', name: string): Reference => ({ $ref: `#/components/${kind}/${name}` });
