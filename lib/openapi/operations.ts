import type { z } from 'zod';
import { uuidParamsSchema } from '../contract/base-schemas';
import { customerQuerySchema, customerSchema } from '../contract/customers';
import {
  createImportBodySchema,
  createImportResponseSchema,
  importCountsSchema,
  importDetailSchema,
  importParamsSchema,
  importQuerySchema,
  importsQuerySchema,
  importsResponseSchema,
  redirectUrlResponseSchema,
  tagsBodySchema,
  tagsSchema,
} from '../contract/imports';
import { requestBodySchema, requestResponseSchema } from '../contract/sponsorship';
import { startLinkBodySchema, startLinkResponseSchema } from '../contract/start';
import { toolsQuerySchema, toolsResponseSchema } from '../contract/tools';
import type { ErrorCode } from '../core/errors';
import type { RouteId, RouteMatrix } from '../http/access-matrix';
import { detailExample, entryExample, importExample } from './examples';

type Schema = z.core.$ZodType;
type Input<S> = S extends Schema ? z.input<S> : never;

/** The routes that API keys can call. */
export type ApiRouteId = { [Id in RouteId]: RouteMatrix[Id] extends { scope: string } ? Id : never }[RouteId];

export const tags = {
  Imports: 'An import is the migration of one customer from one tool.',
  Customers: 'All imports of one customer.',
  Links: 'Pages for customers, who need no account.',
  Tools: 'Tools that customers can migrate from.',
} as const;

type Optional = Schema | undefined;

export interface Operation<
  R extends Schema = Schema,
  P extends Optional = Optional,
  Q extends Optional = Optional,
  B extends Optional = Optional,
> {
  operationId: string;
  tag: keyof typeof tags;
  summary: string;
  description: string;
  /** The same schemas as in the route: a test compares them. */
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  status: 200 | 201;
  /** Errors of the migration service are possible. */
  callsService?: true;
  /** Beyond those that follow from its parameters and body. */
  errors?: readonly ErrorCode[];
  example: { params?: Input<P>; query?: Input<Q>; body?: Input<B>; response: Input<R> };
}

/** Checks the examples against the schemas. */
function operation<
  R extends Schema,
  P extends Optional = undefined,
  Q extends Optional = undefined,
  B extends Optional = undefined,
>(described: Operation<R, P, Q, B>) {
  return described;
}

const importParams = { id: '417' };
const attempt = '0192f2c4-6a0b-4c7e-8d1f-3b5a79e2c4d6';
const createdExample = {
  attempt,
  outcome: 'created',
  id: '417',
  username: 'ops@acme.example',
  tool: 'Zendesk',
  redirectUrl: 'https://service.example/continue/3fa9',
  message: 'The customer continues at the migration link.',
  canStartAgain: false,
} as const;

/** A route with a scope and no entry does not compile. */
export const operations = {
  'imports.list': operation({
    operationId: 'listImports',
    tag: 'Imports',
    summary: 'List or look up imports',
    description:
      'Without `destination_username`: the stored imports that match the filters, page by page (`ImportList`). With it: the customer’s imports as the migration service has them now (`Lookup`).',
    query: importsQuerySchema,
    response: importsResponseSchema,
    status: 200,
    callsService: true,
    example: {
      query: { status: ['Sample migration completed'], limit: 50 },
      response: { imports: [importExample], nextCursor: null, total: 1, totalIsMinimum: false },
    },
  }),
  'imports.read': operation({
    operationId: 'readImport',
    tag: 'Imports',
    summary: 'Read an import',
    description:
      'From the database, or from the migration service with `fresh`. An import that is not stored is always read from the service.',
    params: importParamsSchema,
    query: importQuerySchema,
    response: importDetailSchema,
    status: 200,
    callsService: true,
    example: { params: importParams, response: detailExample },
  }),
  'imports.create': operation({
    operationId: 'createImport',
    tag: 'Imports',
    summary: 'Create an import',
    description:
      'Send the customer to `redirectUrl` to authorise both sides. If the service does not reply, the outcome is `unknown`: read the attempt later instead of creating another one. With a start link, the customer does all this on your start page.',
    body: createImportBodySchema,
    response: createImportResponseSchema,
    status: 201,
    callsService: true,
    errors: ['conflict', 'service_invalid'],
    example: {
      body: { source_tool: 'Zendesk', destination_username: 'ops@acme.example', attempt },
      response: createdExample,
    },
  }),
  'attempts.read': operation({
    operationId: 'readAttempt',
    tag: 'Imports',
    summary: 'Read the outcome of a creation',
    description: 'Of an import that the same key created. Does not create anything.',
    params: uuidParamsSchema,
    response: createImportResponseSchema,
    status: 200,
    example: { params: { id: attempt }, response: createdExample },
  }),
  'imports.tags': operation({
    operationId: 'changeTags',
    tag: 'Imports',
    summary: 'Add and remove tags of an import',
    description:
      'Its other tags stay. Tags are for you and your staff: customers do not see them, and the migration service does not get them.',
    params: importParamsSchema,
    body: tagsBodySchema,
    response: tagsSchema,
    status: 200,
    example: {
      params: importParams,
      body: { add: ['VIP'], remove: ['wave 1'] },
      response: { tags: ['vip', 'wave 2'] },
    },
  }),
  'imports.request': operation({
    operationId: 'requestFullMigration',
    tag: 'Imports',
    summary: 'Request the full migration',
    description:
      'On behalf of the customer. Staff decide about it: a key cannot. Does nothing if the import has an open request. ' +
      'A 409 means that there is nothing to request: it was accepted already, or the import no longer needs it.',
    params: importParamsSchema,
    body: requestBodySchema,
    response: requestResponseSchema,
    status: 200,
    errors: ['conflict'],
    example: {
      params: importParams,
      body: { message: 'The sample looks good.' },
      response: { id: '0192f2c4-7b1c-4d8f-9e20-4c6b80f3d5e7', added: true },
    },
  }),
  'imports.counts': operation({
    operationId: 'countImports',
    tag: 'Imports',
    summary: 'Count imports',
    description: 'By status and by decision, with the values that filters can have.',
    response: importCountsSchema,
    status: 200,
    example: {
      response: {
        total: 1,
        gone: 0,
        byStatus: [{ status: importExample.status ?? { text: '', family: 'unknown' }, count: 1 }],
        byDecision: [],
        stuck: 0,
        stuckIsMinimum: false,
        manyWarnings: 0,
        oldestPollAt: '2026-11-16T09:29:00.000Z',
        tools: ['Zendesk'],
        families: [],
        creators: ['Billing system'],
        tags: ['vip', 'wave 2'],
      },
    },
  }),
  'customers.read': operation({
    operationId: 'readCustomer',
    tag: 'Customers',
    summary: 'Read a customer',
    description: 'What is stored about all imports of a username, with one timeline. Does not call the service.',
    query: customerQuerySchema,
    response: customerSchema,
    status: 200,
    example: {
      query: { username: 'ops@acme.example' },
      response: {
        username: 'ops@acme.example',
        otherSpellings: [],
        importCount: 1,
        importCountIsMinimum: false,
        statuses: [{ status: importExample.status, gone: false, count: 1, importId: '417' }],
        attention: [],
        imports: [importExample],
        timeline: [{ ...entryExample, import: { id: '417', tool: 'Zendesk' } }],
        hasMore: false,
        erasedAt: null,
      },
    },
  }),
  'start-links.create': operation({
    operationId: 'createStartLink',
    tag: 'Links',
    summary: 'Create a start link',
    description:
      'At the link the customer chooses a tool, starts the migration and follows it. The sandbox has no customers, and so no links.',
    body: startLinkBodySchema,
    response: startLinkResponseSchema,
    status: 201,
    errors: ['conflict', 'not_found'],
    example: {
      body: { username: 'ops@acme.example', instanceUrl: 'https://desk.example/acme', language: 'de' },
      response: {
        url: 'https://landfall.company.example/start/eyJ2Ijox?lang=de',
        expiresAt: '2026-11-23T09:00:00.000Z',
      },
    },
  }),
  'imports.customer-link': operation({
    operationId: 'createCustomerLink',
    tag: 'Links',
    summary: 'Create a link to a migration',
    description: 'To the page on which the customer follows this live import. Staff can revoke it.',
    params: importParamsSchema,
    response: redirectUrlResponseSchema,
    status: 200,
    example: { params: importParams, response: { url: 'https://landfall.company.example/m/eyJ2Ijox' } },
  }),
  'tools.list': operation({
    operationId: 'listTools',
    tag: 'Tools',
    summary: 'List source tools',
    description: 'As the migration service has them, cached for 5 minutes.',
    query: toolsQuerySchema,
    response: toolsResponseSchema,
    status: 200,
    callsService: true,
    example: {
      response: {
        tools: [{ value: 'Zendesk', name: 'Zendesk', slug: 'zendesk', family: null }],
        families: [],
        fetchedAt: '2026-11-16T09:00:00.000Z',
        stale: false,
      },
    },
  }),
} satisfies Record<ApiRouteId, unknown>;
