/** A value that fits the route's answer schema, with another status than 200 or with headers of its own. */
export class Reply<T> {
  readonly value: T;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(value: T, options: { status?: number; headers?: Readonly<Record<string, string>> } = {}) {
    this.value = value;
    this.status = options.status ?? 200;
    this.headers = options.headers ?? {};
  }
}

export function created<T>(value: T, headers: Readonly<Record<string, string>> = {}): Reply<T> {
  return new Reply(value, { status: 201, headers });
}

export function accepted<T>(value: T): Reply<T> {
  return new Reply(value, { status: 202 });
}
