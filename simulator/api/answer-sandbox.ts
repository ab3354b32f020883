import { sayImport, sayList, sayTools } from '../dialects/speak';
import { type Answer, emptyAnswer, jsonAnswer } from '../http/answer';
import type { ImportRecord } from '../world/import-record';
import { tools } from '../world/tools';
import { answerLive, createdAnswer, type LiveParts } from './answer-live';
import { type ApiRequest, errorAnswer, type Manner } from './api-request';
import { readNewImport } from './read-new-import';

/**
 * Section 9: POST runs every validation and changes nothing, GET answers with the same static things whatever is asked.
 * PUT and DELETE are named there too, but no endpoint has them, so they are not found.
 */
export function answerSandbox(parts: LiveParts, manner: Manner, request: ApiRequest): Answer {
  const { method, segments } = request;
  const [resource, id, ...rest] = segments;
  const action = rest.join('/');
  if (method === 'GET' && manner.broken.has('sandbox-live-gets')) return answerLive(parts, manner, request);

  if (method === 'GET' && resource === 'tools' && segments.length === 1) {
    return jsonAnswer(200, sayTools(manner.dialect, tools));
  }
  if (resource === 'imports' && segments.length === 1) {
    if (method === 'GET') return jsonAnswer(200, sayList(manner.dialect, [staticImport]));
    if (method === 'POST') return pretendCreation(parts, manner, request);
  }
  if (resource === 'imports' && id !== undefined) {
    if (method === 'GET' && action === '') return jsonAnswer(200, sayImport(manner.dialect, staticImport));
    if (method === 'POST' && (action === 'payment/accept' || action === 'payment/reject')) return emptyAnswer;
  }
  return errorAnswer(manner, 404);
}

function pretendCreation(parts: LiveParts, manner: Manner, request: ApiRequest): Answer {
  const read = readNewImport(manner, request);
  if (!read.ok) {
    const unvalidated = manner.broken.has('sandbox-unvalidated') && read.answer.status === 422;
    return unvalidated ? createdAnswer(parts, manner, staticImport) : read.answer;
  }
  if (manner.broken.has('sandbox-creates')) return createdAnswer(parts, manner, parts.create(read.wanted));
  return createdAnswer(parts, manner, staticImport);
}

/** The one import of the sandbox. Its number is below any real one, so it can never be taken for one. */
const staticImport: ImportRecord = {
  number: 1001,
  uuid: '5a4d8b0c-0000-4000-a000-000000001001',
  token: 'sandbox',
  origin: 'api',
  username: 'sandbox@customer.example',
  tool: 'zendesk',
  family: 'help-desk',
  instanceUrl: null,
  startFull: false,
  createdAt: 0,
  status: 'Sample migration completed',
  statusHistory: [],
  authorized: { source: true, destination: true },
  due: null,
  requests: [],
  decisions: [],
  purchases: [],
  paidBy: null,
  gone: null,
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
  runs: 1,
};
