export const errorTable = {
  bad_request: { status: 400, title: 'The request could not be understood', level: 'info' },
  unauthenticated: { status: 401, title: 'Sign in first', level: 'info' },
  forbidden: { status: 403, title: 'Not allowed', level: 'warn' },
  reauthentication_required: { status: 403, title: 'Confirm that it is you', level: 'info' },
  passkey_required: { status: 403, title: 'A passkey is required', level: 'info' },
  not_found: { status: 404, title: 'Not found', level: 'info' },
  conflict: { status: 409, title: 'This is not possible now', level: 'info' },
  too_large: { status: 413, title: 'Too large', level: 'info' },
  unsupported_media: { status: 415, title: 'Unsupported content', level: 'info' },
  invalid: { status: 422, title: 'Please check your entries', level: 'info' },
  // Not logged one by one: there are too many of them.
  rate_limited: { status: 429, title: 'Too many requests', level: 'debug' },
  internal: { status: 500, title: 'Something went wrong on our side', level: 'error' },
  database_unavailable: { status: 503, title: 'The database is not available', level: 'error' },
  service_bad_request: { status: 502, title: 'The migration service rejected our request', level: 'error' },
  service_unauthorized: { status: 502, title: 'The migration service refuses our API token', level: 'error' },
  service_not_found: { status: 404, title: 'No longer available at the migration service', level: 'info' },
  service_invalid: { status: 422, title: 'The migration service did not accept the entries', level: 'info' },
  service_rate_limited: { status: 503, title: 'Too many requests to the migration service', level: 'warn' },
  service_unreachable: { status: 503, title: 'The migration service cannot be reached', level: 'warn' },
  service_timed_out: { status: 504, title: 'The migration service did not reply in time', level: 'warn' },
  service_unreadable: { status: 502, title: 'The migration service’s reply could not be read', level: 'error' },
  service_failed: { status: 502, title: 'The migration service reported an error', level: 'warn' },
} as const satisfies Record<string, { status: number; title: string; level: 'debug' | 'info' | 'warn' | 'error' }>;

export type ErrorCode = keyof typeof errorTable;

/** `field` is empty for errors about the whole form. */
export interface FieldError {
  field: string;
  message: string;
}

export interface ErrorDetails {
  /** Shown to the user, so it must not contain secrets. Defaults to the title of the code. */
  userMessage?: string;
  logMessage?: string;
  errors?: readonly FieldError[];
  retryAfterS?: number;
  cause?: unknown;
}

/** Next loads several copies of this module in one process; shared symbols make `instanceof` work across them. */
const landfallErrorBrand = Symbol.for('landfall.error');
const serviceErrorBrand = Symbol.for('landfall.service-error');

const hasBrand = (value: unknown, brand: symbol) => typeof value === 'object' && value !== null && brand in value;

export class LandfallError extends Error {
  static override [Symbol.hasInstance](value: unknown): value is LandfallError {
    return hasBrand(value, landfallErrorBrand);
  }

  readonly [landfallErrorBrand] = true;
  override readonly name: string = 'LandfallError';
  readonly code: ErrorCode;
  readonly userMessage: string;
  readonly errors: readonly FieldError[];
  readonly retryAfterS: number | undefined;

  /** A string is the user message. */
  constructor(code: ErrorCode, given: ErrorDetails | string = {}) {
    const details = typeof given === 'string' ? { userMessage: given } : given;
    const message = details.userMessage ?? errorTable[code].title;
    super(details.logMessage ?? message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.userMessage = message;
    this.errors = details.errors ?? [];
    this.retryAfterS = details.retryAfterS;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** A failed call to the service. `workDone`: whether the service may have carried it out anyway. */
export class ServiceError extends LandfallError {
  static override [Symbol.hasInstance](value: unknown): value is ServiceError {
    return hasBrand(value, serviceErrorBrand);
  }

  readonly [serviceErrorBrand] = true;
  override readonly name: string = 'ServiceError';
  readonly workDone: 'no' | 'maybe' | 'yes';
  readonly upstreamStatus: number | undefined;

  constructor(
    code: ErrorCode,
    details: ErrorDetails & { workDone: 'no' | 'maybe' | 'yes'; upstreamStatus?: number | undefined },
  ) {
    super(code, details);
    this.workDone = details.workDone;
    this.upstreamStatus = details.upstreamStatus;
  }
}

/** For what may be deleted in the meantime. */
export function undefinedIfNotFound(error: unknown): undefined {
  if (!(error instanceof LandfallError && error.code === 'not_found')) throw error;
}
