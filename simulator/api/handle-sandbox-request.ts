import { serializeImport, serializeList, serializeTools } from '../dialects/serializers';
import { type HttpResponse, emptyResponse, jsonResponse } from '../http/http-response';
import { createWorld } from '../world/create-world';
import type { ImportRecord } from '../world/import-record';
import { tools } from '../world/tools';
import { handleLiveRequest, createdResponse, type LiveDeps } from './handle-live-request';
import { type ApiRequest, errorResponse, type ResponseContext } from './api-request';
import { readNewImport } from './read-new-import';

/** Section 9: POST validates and changes nothing, GET returns static responses. No endpoint has PUT or DELETE. */
export function handleSandboxRequest(deps: LiveDeps, context: ResponseContext, request: ApiRequest): HttpResponse {
  const { method, segments } = request;
  const [resource, id, ...rest] = segments;
  const action = rest.join('/');
  if (method === 'GET' && context.broken.has('sandbox-live-gets')) return handleLiveRequest(deps, context, request);

  if (method === 'GET' && resource === 'tools' && segments.length === 1) {
    return jsonResponse(200, serializeTools(context.dialect, tools));
  }
  if (resource === 'imports' && segments.length === 1) {
    if (method === 'GET') return jsonResponse(200, serializeList(context.dialect, [staticImport]));
    if (method === 'POST') return validateCreation(deps, context, request);
  }
  if (resource === 'imports' && id !== undefined) {
    if (method === 'GET' && action === '') return jsonResponse(200, serializeImport(context.dialect, staticImport));
    if (method === 'POST' && (action === 'payment/accept' || action === 'payment/reject')) return emptyResponse;
  }
  return errorResponse(context, 404);
}

function validateCreation(deps: LiveDeps, context: ResponseContext, request: ApiRequest): HttpResponse {
  const read = readNewImport(context, request);
  if (!read.ok) {
    const unvalidated = context.broken.has('sandbox-unvalidated') && read.response.status === 422;
    return unvalidated ? createdResponse(deps, context, staticImport) : read.response;
  }
  if (context.broken.has('sandbox-creates')) return createdResponse(deps, context, deps.create(read.params));
  return createdResponse(deps, context, staticImport);
}

/** Its number is below all real ones. */
const staticImport: ImportRecord = {
  ...createWorld('sandbox').add({
    tool: 'zendesk',
    username: 'sandbox@customer.example',
    origin: 'api',
    createdAt: 0,
  }),
  number: 1001,
  uuid: '5a4d8b0c-0000-4000-a000-000000001001',
  token: 'sandbox',
  status: 'Sample migration completed',
  outcome: {
    counts: { tickets: 120, comments: 486, contacts: 64, companies: 12, attachments: 31 },
    users: { matched: 17, total: 21, unmatched: ['d.osei', 'former-agent-2', 'k.lund', 'night-shift'] },
    warnings: [
      {
        kind: 'attachment_too_large',
        itemType: 'ticket',
        item: '10482',
        text: 'Attachment hull-survey-2025.zip over 20 MB, left out',
      },
      { kind: 'html_trimmed', itemType: 'comment', item: '20771', text: 'HTML trimmed to text' },
    ],
  },
};
