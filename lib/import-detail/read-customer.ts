import { toStartedBy } from './read-import-detail';
import { maxCustomerTimelines } from '../contract/customer-page-size';
import type { Customer, CustomerEntry } from '../contract/customers';
import type { Environment } from '../contract/environment';
import { groupBy } from '../core/group-by';
import { erasureKeyName } from '../imports/erasures/data-key';
import { findMarks } from '../imports/erasures/find-erased';
import { normaliseUsername, spellingsOf } from '../imports/erasures/usernames';
import type { ImportsDeps } from '../imports/imports-deps';
import { toImportRow } from '../imports/list/to-import-row';
import { toStoredPoint } from '../imports/observations/point-rows';
import { sortEntries, timelineEntries } from '../imports/timeline/build-timeline';
import { entryAt, type SortableEntry } from '../imports/timeline/timeline-entry';
import { listCustomerRecords, listCustomerWithoutImport, type WithoutImport } from '../store/imports/customer-imports';
import { type ImportHistory, readImportHistories } from '../store/imports/import-history';
import { manyWarnings } from '../store/imports/import-filter';
import type { ToolRequestRow } from '../store/imports/tool-requests';

/** Imports beyond this are neither counted nor shown. */
const maxImports = 1_000;
const maxWithoutImport = 100;
const maxAttention = 20;

type Unlinked = Pick<WithoutImport, 'requests' | 'decisions' | 'toolRequests' | 'steps'>;
type CustomerDeps = Pick<ImportsDeps, 'database' | 'cipher' | 'clock' | 'stuck' | 'whoPays'>;

export interface ReadCustomerInput {
  environment: Environment;
  username: string;
  /** How many imports the timeline covers: those with the latest entries. */
  imports: number;
}

/** Everything stored about a customer in one environment. The service is not called. */
export async function readCustomer(deps: CustomerDeps, input: ReadCustomerInput): Promise<Customer> {
  const { environment } = input;
  const { db } = deps.database;
  const username = input.username.trim();
  const [found, unlinked, thresholds] = await Promise.all([
    listCustomerRecords(db, environment, spellingsOf(username), maxImports + 1),
    listCustomerWithoutImport(db, environment, spellingsOf(username), { limit: maxWithoutImport, erasureKeyName }),
    deps.stuck.read(environment),
  ]);
  const isCustomer = (name: string | null) => name !== null && normaliseUsername(name) === normaliseUsername(username);
  const records = found.filter(({ record }) => isCustomer(record.username));
  const withoutImport = {
    steps: unlinked.steps,
    requests: unlinked.requests.filter((request) => isCustomer(request.username)),
    decisions: unlinked.decisions.filter((decision) => isCustomer(decision.username)),
    toolRequests: unlinked.toolRequests.filter((request) => isCustomer(request.username)),
  };
  const { erasureKey } = unlinked;
  const marks = erasureKey && (await findMarks(deps, db, erasureKey, { usernames: [username] }));
  const erased = marks?.ofUsername(username);
  if (erased) return { ...nothing, username, erasedAt: erased.at.toISOString() };
  const now = deps.clock.now();
  const rows = records.map(({ record }) => toImportRow(record, thresholds, now));
  const shown = records.slice(0, input.imports);
  const next = records[input.imports];
  const histories = await readImportHistories(
    db,
    environment,
    shown.map(({ record }) => record.id),
  );
  // An e-mail with the links of several of them is shown once.
  const linkMessages = new Map(
    histories.flatMap(({ messages }) => messages.filter(isOfSeveral).map((message) => [message.id, message])),
  );
  const historyOf = new Map(histories.map((history) => [history.record.id, history]));
  const all = sortEntries([
    // Of entries with the same time, those of the first import come first.
    ...shown.toReversed().flatMap(({ record: { id, tool } }) => {
      const history = historyOf.get(id);
      return history ? entriesOf(history, now).map((one) => ({ ...one, import: { id, tool } })) : [];
    }),
    ...entriesWithoutImport({ ...withoutImport, messages: [...linkMessages.values()] }, now).map((one) => ({
      ...one,
      import: null,
    })),
  ]);
  // Further imports have nothing newer than this, and their entries of the same time come after those shown.
  const complete = next ? all.filter(({ sortMs }) => sortMs >= next.latestMs) : all;
  const { requests, decisions, toolRequests } = withoutImport;
  const names = [...rows, ...requests, ...decisions, ...toolRequests].flatMap((row) => row.username ?? []);
  const [latestName = username, ...otherSpellings] = [...new Set(names)];
  return {
    username: latestName,
    otherSpellings,
    importCount: Math.min(rows.length, maxImports),
    importCountIsMinimum: rows.length > maxImports,
    statuses: countStatuses(rows),
    attention: findAttention(deps, rows, withoutImport).slice(0, maxAttention),
    imports: rows.slice(0, input.imports),
    timeline: complete.map((one): CustomerEntry => ({ ...one.entry, import: one.import })),
    hasMore: next !== undefined && input.imports < maxCustomerTimelines,
    erasedAt: null,
  };
}

const nothing = {
  otherSpellings: [],
  importCount: 0,
  importCountIsMinimum: false,
  statuses: [],
  attention: [],
  imports: [],
  timeline: [],
  hasMore: false,
} satisfies Partial<Customer>;

function entriesOf(history: ImportHistory, now: Date): SortableEntry[] {
  const steps = groupBy(history.steps, (step) => step.decisionId);
  return timelineEntries({
    points: history.points.map(toStoredPoint),
    facts: history.facts,
    startedBy: toStartedBy(history.startedBy),
    decisions: history.decisions.map((decision) => ({ ...decision, steps: steps.get(decision.id) ?? [] })),
    requests: history.requests,
    notes: history.notes,
    messages: history.messages.filter((message) => !isOfSeveral(message)),
    now,
  });
}

const isOfSeveral = ({ importId }: ImportHistory['messages'][number]) => importId === null;

function entriesWithoutImport(
  { requests, decisions, messages, ...rest }: Unlinked & Pick<ImportHistory, 'messages'>,
  now: Date,
): SortableEntry[] {
  const steps = groupBy(rest.steps, (step) => step.decisionId);
  const entries = timelineEntries({
    points: [],
    facts: [],
    startedBy: undefined,
    decisions: decisions.map((decision) => ({ ...decision, steps: steps.get(decision.id) ?? [] })),
    requests,
    notes: [],
    messages,
    now,
  });
  return [...entries, ...rest.toolRequests.flatMap(toolRequestEntries)];
}

function toolRequestEntries({ id, at, tool, message, handledAt, handledBy, note }: ToolRequestRow): SortableEntry[] {
  const made = entryAt(at, {
    key: `tool-request:${id}`,
    kind: 'tool_request',
    source: 'customer',
    title: `Customer requested a tool that is not in the list: ${tool}`,
    detail: message,
  });
  if (handledAt === null) return [made];
  const handled = entryAt(handledAt, {
    key: `tool-request-handled:${id}`,
    kind: 'tool_request',
    source: 'staff',
    by: handledBy,
    title: `${handledBy ?? 'Staff'} handled the request for ${tool}`,
    detail: note,
  });
  return [made, handled];
}

function countStatuses(rows: Customer['imports']): Customer['statuses'] {
  const groups = groupBy(rows, (row) => JSON.stringify([row.gone, row.status?.known ?? row.status?.text ?? null]));
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      return first ? [{ status: first.status, gone: first.gone, count: group.length, importId: first.id }] : [];
    })
    .sort((a, b) => b.count - a.count);
}

/** The same kinds as on the overview. Where customers pay, nothing waits for a decision. */
function findAttention(
  deps: Pick<CustomerDeps, 'whoPays'>,
  rows: Customer['imports'],
  { requests, decisions, toolRequests }: Unlinked,
): Customer['attention'] {
  const decides = deps.whoPays === 'partner';
  const items = rows.flatMap((row): Customer['attention'] => {
    const common = { importId: row.id, since: row.sinceTo, count: 0 };
    const { decision } = row;
    return [
      ...(decision === 'unknown' ? [{ ...common, kind: decision, since: null }] : []),
      ...(decides && (decision === 'asked' || decision === 'proposed')
        ? [{ ...common, kind: decision, since: null }]
        : []),
      ...(row.stuck && !row.gone ? [{ ...common, kind: 'stuck' as const }] : []),
      ...(row.status?.known === 'Sample migration completed' && !row.gone && row.warnings > manyWarnings
        ? [{ ...common, kind: 'warnings' as const, count: row.warnings }]
        : []),
    ];
  });
  const open = decides ? requests.filter(({ closedAt }) => closedAt === null) : [];
  return [
    ...decisions
      .filter(({ state }) => state === 'unknown')
      .map((decision) => ({
        kind: 'unknown' as const,
        importId: null,
        since: decision.proposedAt.toISOString(),
        count: 0,
      })),
    ...open.map((request) => ({
      kind: 'unmatched' as const,
      importId: null,
      since: request.requestedAt.toISOString(),
      count: 0,
    })),
    ...toolRequests
      .filter(({ handledAt }) => handledAt === null)
      .map(({ at }) => ({ kind: 'tool_request' as const, importId: null, since: at.toISOString(), count: 0 })),
    ...items,
  ].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

const order = ['unknown', 'proposed', 'asked', 'unmatched', 'tool_request', 'stuck', 'warnings'];
