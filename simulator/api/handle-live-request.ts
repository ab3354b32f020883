import {
  serializeCreated,
  serializeFamily,
  serializeId,
  serializeImport,
  serializeList,
  serializeTool,
  serializeTools,
  serializeToolName,
} from '../dialects/serializers';
import { type HttpResponse, emptyResponse, jsonResponse } from '../http/http-response';
import { isObject } from '../http/read-body';
import type { Simulation } from '../create-simulation';
import type { ImportRecord } from '../world/import-record';
import { type Tool, tools } from '../world/tools';
import { type ApiRequest, errorResponse, type ResponseContext, validationResponse } from './api-request';
import { readNewImport } from './read-new-import';

export type LiveDeps = Pick<Simulation, 'world' | 'lifecycle' | 'create' | 'redirectUrl'>;

export function handleLiveRequest(deps: LiveDeps, context: ResponseContext, request: ApiRequest): HttpResponse {
  const { method, segments } = request;
  const [resource, id, ...rest] = segments;
  const action = rest.join('/');

  if (method === 'GET' && resource === 'tools' && segments.length === 1) return listTools(context, request);
  if (resource === 'imports' && segments.length === 1) {
    if (method === 'POST') return createImport(deps, context, request);
    if (method === 'GET') return listImports(deps, context, request);
  }
  if (resource === 'imports' && id !== undefined) {
    if (method === 'GET' && action === '') return showImport(deps, context, id);
    if (method === 'POST' && action === 'payment/accept') return decide(deps, context, id, 'accept');
    if (method === 'POST' && action === 'payment/reject') return decide(deps, context, id, 'reject');
  }
  return errorResponse(context, 404);
}

function listTools(context: ResponseContext, request: ApiRequest): HttpResponse {
  const { dialect, broken } = context;
  const family = broken.has('tools-unfiltered') ? null : request.query.get('family');
  const inFamily = (tool: Tool): boolean => tool.families.some((slug) => serializeFamily(dialect, slug) === family);
  const listed = tools.filter((tool) => family === null || family === '' || inFamily(tool));
  if (!broken.has('tools-without-slug')) return jsonResponse(200, serializeTools(dialect, listed));
  const withoutSlug = (tool: Tool): unknown => {
    const name = serializeToolName(dialect, tool);
    return Object.fromEntries(Object.entries(serializeTool(dialect, tool)).filter(([, value]) => value === name));
  };
  return jsonResponse(200, listed.map(withoutSlug));
}

function createImport(deps: LiveDeps, context: ResponseContext, request: ApiRequest): HttpResponse {
  const read = readNewImport(context, request);
  if (read.ok) return createdResponse(deps, context, deps.create(read.params));
  const acceptsAnyTool = context.broken.has('any-tool-accepted') && read.response.status === 422;
  return acceptsAnyTool ? createdResponse(deps, context, deps.create({ tool: 'csv-files' })) : read.response;
}

export function createdResponse(
  deps: Pick<LiveDeps, 'redirectUrl'>,
  context: ResponseContext,
  record: ImportRecord,
): HttpResponse {
  const { dialect, broken } = context;
  const body = broken.has('no-redirect-url')
    ? { [dialect.fields.id]: serializeId(dialect, record) }
    : serializeCreated(dialect, record, deps.redirectUrl(record));
  return jsonResponse(broken.has('created-200') ? 200 : 201, body);
}

function listImports(deps: LiveDeps, context: ResponseContext, request: ApiRequest): HttpResponse {
  const { dialect, broken } = context;
  const username = request.query.get('destination_username');
  if (username === null || username === '') {
    if (dialect.missingUsername === '400') return errorResponse(context, 400);
    return validationResponse(context, { destination_username: ["can't be blank"] }, ['destination_username']);
  }
  const known = broken.has('list-of-everybody') ? deps.world.all() : deps.world.ofUsername(username);
  const listed = known.filter((record) => record.gone === null);
  if (listed.length === 0 && broken.has('empty-list-404')) return errorResponse(context, 404);
  if (broken.has('list-without-status')) {
    return jsonResponse(
      200,
      listed.map((record) => ({ [dialect.fields.id]: serializeId(dialect, record) })),
    );
  }
  return jsonResponse(200, serializeList(dialect, listed));
}

function findVisibleImport(deps: LiveDeps, context: ResponseContext, id: string): ImportRecord | undefined {
  const record = deps.world.find(id);
  return record?.gone === null || context.broken.has('gone-visible') ? record : undefined;
}

function showImport(deps: LiveDeps, context: ResponseContext, id: string): HttpResponse {
  const record = findVisibleImport(deps, context, id);
  if (record !== undefined) return importResponse(context, record);
  return context.broken.has('unknown-import-200') ? jsonResponse(200, null) : errorResponse(context, 404);
}

function importResponse({ dialect, broken }: ResponseContext, record: ImportRecord): HttpResponse {
  const { fields } = dialect;
  // Broken rules are applied to the correct response, so that they work in every dialect.
  const breakRules = (key: string, value: unknown): unknown => {
    if (key === fields.status && typeof value === 'string' && broken.has('status-capitals')) return value.toUpperCase();
    if (key === fields.family && typeof value === 'string' && broken.has('no-family')) return undefined;
    if (isObject(value) && Object.hasOwn(value, fields.status) && broken.has('warnings-always')) {
      return { [fields.warnings]: [], ...value };
    }
    return value;
  };
  const body: unknown = JSON.parse(JSON.stringify(serializeImport(dialect, record), breakRules));
  return jsonResponse(200, body);
}

function decide(deps: LiveDeps, context: ResponseContext, id: string, kind: 'accept' | 'reject'): HttpResponse {
  const record = findVisibleImport(deps, context, id);
  if (record === undefined) {
    const pretends = kind === 'reject' && context.broken.has('reject-unknown-200');
    return pretends ? emptyResponse : errorResponse(context, 404);
  }
  deps.lifecycle.decide(record, kind);
  return kind === 'accept' && context.broken.has('accept-body') ? jsonResponse(200, { accepted: true }) : emptyResponse;
}
