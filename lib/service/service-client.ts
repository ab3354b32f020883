import type { Environment } from '../contract/environment';
import type { RecordCount, Users, Warning } from '../contract/imports';
import type { Tool } from '../contract/tools';
import type { ErrorCode } from '../core/errors';
import type { Lane, Requester } from '../core/request-budget';

export interface CallOptions extends Requester {
  environment: Environment;
  /** For the whole call, including retries and the wait for the budget. */
  deadlineMs?: number;
  signal?: AbortSignal;
}

export const serviceOperations = [
  'listTools',
  'createImport',
  'listImports',
  'readImport',
  'acceptPayment',
  'rejectPayment',
] as const;
export type ServiceOperation = (typeof serviceOperations)[number];

/** One attempt, for metrics. Contains no identifiers and no secrets. */
export interface ServiceEvent {
  operation: ServiceOperation;
  environment: Environment;
  lane: Lane;
  attempt: number;
  outcome: 'ok' | ErrorCode;
  status: number | null;
  waitMs: number;
  /** From sending to the complete response; 0 when nothing was sent. */
  tookMs: number;
  missing: readonly string[];
}

export interface ServiceHealth {
  /** State of the circuit breaker. `open`: requests fail at once; `half_open`: a probe is running. */
  state: 'closed' | 'open' | 'half_open';
  /** When the failures that opened it began; null while closed. */
  since: Date | null;
  /** The last response that shows a working service and a valid token. */
  lastOkAt: Date | null;
  lastError: { at: Date; code: ErrorCode; userMessage: string } | null;
  /** The first and the last request without a reply, since the last reply to this instance. */
  unanswered: { firstAt: Date; lastAt: Date } | null;
}

/** `raw` may contain secrets: encrypt it before storing it. */
export interface ServiceResponse<T> {
  value: T;
  raw: string;
  status: number;
  sentAt: Date;
  receivedAt: Date;
  /** Messages such as "the creation answer has no redirect URL; it has the fields id, state". */
  missing: readonly string[];
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
  /** The identifier in the response; null without one. Do not trust a response with another id than the requested one. */
  id: string | null;
  status: string | null;
  family: string | null;
  warnings: Warning[];
  records: RecordCount[];
  users: Users | null;
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
 * The six operations of the interface. They reject with a `ServiceError` whose `workDone` says whether the service may
 * have acted. GETs are retried within the deadline, and concurrent equal GETs share one response object: do not modify
 * it. A POST is sent at most once, and `signal` cannot abort it once its bytes may have been sent.
 */
export interface ServiceClient {
  listTools(call: CallOptions & { family?: string }): Promise<ServiceResponse<Tool[]>>;
  createImport(call: CallOptions & { fields: CreateImportFields }): Promise<ServiceResponse<CreatedImport>>;
  listImports(call: CallOptions & { username: string }): Promise<ServiceResponse<ListedImport[]>>;
  readImport(call: CallOptions & { id: string }): Promise<ServiceResponse<DetailedImport>>;
  acceptPayment(call: CallOptions & { id: string }): Promise<ServiceResponse<null>>;
  rejectPayment(call: CallOptions & { id: string }): Promise<ServiceResponse<null>>;
  health(environment: Environment): ServiceHealth;
  close(): Promise<void>;
}
