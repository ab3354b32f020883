import { sayCreated, sayFamily, sayId, sayImport, sayList, sayTool, sayTools, sayToolName } from '../dialects/speak';
import { type Answer, emptyAnswer, jsonAnswer } from '../http/answer';
import { isObject } from '../http/read-body';
import type { Lifecycle } from '../lifecycle/create-lifecycle';
import type { World } from '../world/create-world';
import type { ImportRecord } from '../world/import-record';
import { type Tool, tools } from '../world/tools';
import { type ApiRequest, errorAnswer, type Manner, validationAnswer } from './api-request';
import { readNewImport } from './read-new-import';
import type { WantedImport } from './validate-import';

export interface LiveParts {
  world: World;
  lifecycle: Lifecycle;
  /** Makes and keeps an import. */
  create(wanted: WantedImport): ImportRecord;
  redirectUrl(record: ImportRecord): string;
}

/** The six endpoints of section 4 at the live address. */
export function answerLive(parts: LiveParts, manner: Manner, request: ApiRequest): Answer {
  const { method, segments } = request;
  const [resource, id, ...rest] = segments;
  const action = rest.join('/');

  if (method === 'GET' && resource === 'tools' && segments.length === 1) return listTools(manner, request);
  if (resource === 'imports' && segments.length === 1) {
    if (method === 'POST') return createImport(parts, manner, request);
    if (method === 'GET') return listImports(parts, manner, request);
  }
  if (resource === 'imports' && id !== undefined) {
    if (method === 'GET' && action === '') return showImport(parts, manner, id);
    if (method === 'POST' && action === 'payment/accept') return decide(parts, manner, id, 'accept');
    if (method === 'POST' && action === 'payment/reject') return decide(parts, manner, id, 'reject');
  }
  return errorAnswer(manner, 404);
}

function listTools(manner: Manner, request: ApiRequest): Answer {
  const { dialect, broken } = manner;
  const family = broken.has('tools-unfiltered') ? null : request.query.get('family');
  const inFamily = (tool: Tool): boolean => tool.families.some((slug) => sayFamily(dialect, slug) === family);
  const listed = tools.filter((tool) => family === null || family === '' || inFamily(tool));
  if (broken.has('tools-without-slug')) return jsonAnswer(200, listed.map(withoutSlug(manner)));
  return jsonAnswer(200, sayTools(dialect, listed));
}

function withoutSlug({ dialect }: Manner): (tool: Tool) => unknown {
  return (tool) => {
    const name = sayToolName(dialect, tool);
    return Object.fromEntries(Object.entries(sayTool(dialect, tool)).filter(([, value]) => value === name));
  };
}

function createImport(parts: LiveParts, manner: Manner, request: ApiRequest): Answer {
  const read = readNewImport(manner, request);
  if (read.ok) return createdAnswer(parts, manner, parts.create(read.wanted));
  const slipsThrough = manner.broken.has('any-tool-accepted') && read.answer.status === 422;
  return slipsThrough ? createdAnswer(parts, manner, parts.create(anyImport)) : read.answer;
}

const anyImport: WantedImport = {
  tool: 'csv-files',
  family: undefined,
  username: undefined,
  instanceUrl: undefined,
  hasDestinationToken: false,
  startFull: false,
};

export function createdAnswer(parts: Pick<LiveParts, 'redirectUrl'>, manner: Manner, record: ImportRecord): Answer {
  const { dialect, broken } = manner;
  const said = broken.has('no-redirect-url')
    ? { [dialect.fields.id]: sayId(dialect, record) }
    : sayCreated(dialect, record, parts.redirectUrl(record));
  return jsonAnswer(broken.has('created-200') ? 200 : 201, said);
}

function listImports(parts: LiveParts, manner: Manner, request: ApiRequest): Answer {
  const { dialect, broken } = manner;
  const username = request.query.get('destination_username');
  if (username === null || username === '') {
    if (dialect.missingUsername === '400') return errorAnswer(manner, 400);
    return validationAnswer(manner, { destination_username: ["can't be blank"] }, ['destination_username']);
  }
  const known = broken.has('list-of-everybody') ? parts.world.all() : parts.world.ofUsername(username);
  const listed = known.filter((record) => record.gone === null);
  if (listed.length === 0 && broken.has('empty-list-404')) return errorAnswer(manner, 404);
  if (broken.has('list-without-status')) {
    return jsonAnswer(
      200,
      listed.map((record) => ({ [dialect.fields.id]: sayId(dialect, record) })),
    );
  }
  return jsonAnswer(200, sayList(dialect, listed));
}

function findLive(parts: LiveParts, manner: Manner, id: string): ImportRecord | undefined {
  const record = parts.world.find(id);
  return record?.gone === null || manner.broken.has('gone-visible') ? record : undefined;
}

function showImport(parts: LiveParts, manner: Manner, id: string): Answer {
  const record = findLive(parts, manner, id);
  if (record !== undefined) return shownAnswer(manner, record);
  return manner.broken.has('unknown-import-200') ? jsonAnswer(200, null) : errorAnswer(manner, 404);
}

function shownAnswer({ dialect, broken }: Manner, record: ImportRecord): Answer {
  const { fields } = dialect;
  const change = (key: string, value: unknown): unknown => {
    if (key === fields.status && typeof value === 'string' && broken.has('status-capitals')) return value.toUpperCase();
    if (key === fields.family && typeof value === 'string' && broken.has('no-family')) return undefined;
    if (isObject(value) && Object.hasOwn(value, fields.status) && broken.has('warnings-always')) {
      return { [fields.warnings]: [], ...value };
    }
    return value;
  };
  // Broken rules are painted over the right answer, so that every dialect breaks the same way.
  const said: unknown = JSON.parse(JSON.stringify(sayImport(dialect, record), change));
  return jsonAnswer(200, said);
}

function decide(parts: LiveParts, manner: Manner, id: string, kind: 'accept' | 'reject'): Answer {
  const record = findLive(parts, manner, id);
  if (record === undefined) {
    const hides = kind === 'reject' && manner.broken.has('reject-unknown-200');
    return hides ? emptyAnswer : errorAnswer(manner, 404);
  }
  parts.lifecycle.decide(record, kind);
  return kind === 'accept' && manner.broken.has('accept-body') ? jsonAnswer(200, { accepted: true }) : emptyAnswer;
}
