import type { Environment } from '../contract/environment';
import type { Warning } from '../contract/imports';
import type { ErrorCode } from '../core/errors';

/** People come before the watcher. */
export type Lane = 'people' | 'poller';

/** At most `SERVICE_RATE_PER_S` requests in any sliding second, over all instances. Kept by a row in the store. */
export interface RequestBudget {
  /** Resolves when the request may leave; rejects with the signal's reason when given up before. */
  take(lane: Lane, signal: AbortSignal): Promise<void>;
  /** A 429 pauses everybody. */
  pause(ms: number): Promise<void>;
}

export interface CallOptions {
  environment: Environment;
  lane: Lane;
  /** One deadline for the whole call, waiting for the budget and retries included. */
  deadlineMs?: number;
  signal?: AbortSignal;
  requestId?: string;
}

export type ServiceOperation =
  'listTools' | 'createImport' | 'listImports' | 'readImport' | 'acceptPayment' | 'rejectPayment';

/** One attempt at the service, for the metrics. Holds no identifier and no secret. */
export interface ServiceEvent {
  operation: ServiceOperation;
  environment: Environment;
  lane: Lane;
  /** 1 for the first try. */
  attempt: number;
  outcome: 'ok' | ErrorCode;
  /** HTTP status of the answer; null when there was none. */
  status: number | null;
  /** Spent waiting for the budget. */
  waitMs: number;
  /** From sending to the whole answer; 0 when nothing was sent. */
  tookMs: number;
  /** Facts that were looked for and not found, such as `created.redirectUrl`. */
  missing: readonly string[];
}

/** How the connection stands, for the settings page. */
export interface ServiceHealth {
  /** `open`: nobody is let through until a probe gets an answer; `half_open`: the probe is under way. */
  state: 'closed' | 'open' | 'half_open';
  /** When the failures began that opened it; null while closed. */
  since: Date | null;
  /** The last answer that shows a working service that knows us. */
  lastOkAt: Date | null;
  lastError: { at: Date; code: ErrorCode; userMessage: string } | null;
}

/** What was read, and the answer as it came. `raw` may hold secrets: it is sealed before it is stored. */
export interface ServiceResponse<T> {
  value: T;
  raw: string;
  /** The HTTP status of the service's answer. */
  status: number;
  sentAt: Date;
  receivedAt: Date;
  /** What could not be found, in words: "the creation answer has no redirect URL; it has the fields id, state". */
  missing: readonly string[];
}

export interface ServiceTool {
  name: string;
  slug: string | null;
  family: string | null;
  /** What is sent as `source_tool`. */
  value: string;
}

export interface ListedImport {
  id: string;
  status: string | null;
}

export interface CreatedImport {
  id: string | null;
  redirectUrl: string | null;
  token: string | null;
}

export interface DetailedImport {
  /** As the answer names it; null when it names none. Another id than asked for is not to be believed. */
  id: string | null;
  status: string | null;
  family: string | null;
  warnings: Warning[];
  records: { type: string; count: number }[];
  users: { matched: number | null; total: number | null; unmatched: string[] } | null;
}

export interface CreateImportFields {
  source_tool: string;
  destination_instance_url?: string;
  destination_username?: string;
  destination_token?: string;
  start_full?: boolean;
  family?: string;
}

/**
 * The six operations. Answers to the same question asked at the same time are shared: do not change them. A `signal`
 * gives up waiting; a POST whose bytes may have left is not given up by it, since nothing is won by not knowing.
 * Each rejects with a `ServiceError` whose `workDone` says whether the service may have acted.
 * GETs are retried within the deadline; a POST is never sent again once its bytes may have left.
 */
export interface ServiceClient {
  listTools(call: CallOptions & { family?: string }): Promise<ServiceResponse<ServiceTool[]>>;
  createImport(call: CallOptions & { fields: CreateImportFields }): Promise<ServiceResponse<CreatedImport>>;
  listImports(call: CallOptions & { username: string }): Promise<ServiceResponse<ListedImport[]>>;
  readImport(call: CallOptions & { id: string }): Promise<ServiceResponse<DetailedImport>>;
  acceptPayment(call: CallOptions & { id: string }): Promise<ServiceResponse<null>>;
  rejectPayment(call: CallOptions & { id: string }): Promise<ServiceResponse<null>>;
  health(environment: Environment): ServiceHealth;
  /** Gives up questions, lets what was sent for good (POST) finish, then closes the connections. */
  close(): Promise<void>;
}
