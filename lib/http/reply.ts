export class Reply<T> {
  constructor(
    readonly value: T,
    readonly status = 200,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

export function created<T>(value: T): Reply<T> {
  return new Reply(value, 201);
}

export function accepted<T>(value: T): Reply<T> {
  return new Reply(value, 202);
}
