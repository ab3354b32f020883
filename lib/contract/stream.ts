import { environments, type Environment } from './environment';

const changeKinds = ['import', 'decision', 'request', 'delivery', 'staff', 'settings', 'bulk', 'message'] as const;

/** Sent to open pages. Contains only names; the page fetches what it may see. */
export interface Change {
  id: string;
  kind: (typeof changeKinds)[number];
  environment: Environment;
  subject: string;
}

/**
 * Events of `GET /api/stream`. `change`: its id is the one to resume after. `hello`: the stream has begun. `reset`:
 * changes may be missing, so fetch everything again. `heartbeat`: the stream is alive. A resumed stream may repeat a
 * change: readers deduplicate by id.
 */
export const streamEvents = ['hello', 'change', 'reset', 'heartbeat'] as const;
export const streamHeartbeatS = 15;

/**
 * Between tabs: the one with the stream forwards its events. A new tab sends `who` with the position of its page, and gets
 * the changes since then, or null if some may be missing.
 */
export type LiveMessage =
  | { type: 'change'; change: Change }
  | { type: 'reset'; id: string | null }
  | { type: 'state'; state: 'waiting' | 'live'; id: string | null }
  | { type: 'who'; after: string | null }
  | { type: 'recent'; after: string | null; changes: Change[] | null };

/** Without zod, which a page loads with its first request (`lib/query/response-schemas.ts`): the stream begins before. */
export function readChange(value: unknown): Change | undefined {
  if (!isRecord(value)) return undefined;
  const { id, subject } = value;
  const kind = changeKinds.find((known) => known === value.kind);
  const environment = environments.find((known) => known === value.environment);
  return isText(id, 40) && kind && environment && isText(subject, 1000)
    ? { id, kind, environment, subject }
    : undefined;
}

export function readLiveMessage(value: unknown): LiveMessage | undefined {
  if (!isRecord(value)) return undefined;
  const { type, state, id, after } = value;
  if (type === 'change') {
    const change = readChange(value.change);
    return change && { type, change };
  }
  if (type === 'reset' && isPosition(id)) return { type, id };
  if (type === 'state' && isPosition(id) && (state === 'waiting' || state === 'live')) return { type, state, id };
  if (type === 'who' && isPosition(after)) return { type, after };
  if (type !== 'recent' || !isPosition(after)) return undefined;
  if (value.changes === null) return { type, after, changes: null };
  if (!Array.isArray(value.changes)) return undefined;
  const changes = value.changes.flatMap((change) => readChange(change) ?? []);
  return changes.length === value.changes.length ? { type, after, changes } : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown, max: number): value is string => typeof value === 'string' && value.length <= max;
const isPosition = (value: unknown): value is string | null => value === null || isText(value, 20);
