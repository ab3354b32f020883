import { z } from 'zod';
import type { StoredReply } from '../auth/stored-responses';
import { LandfallError } from '../core/errors';
import { encodeBody } from './encode-body';
import type { Schema } from './parse-input';

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

/** What a handler returned, checked and as JSON. A `Response` is passed on as it is. */
export function toReply(schema: Schema | undefined, result: unknown): StoredReply | Response {
  if (result instanceof Response) return result;
  const { value, status, headers } = result instanceof Reply ? result : new Reply(result);
  if (schema === undefined) return { status: 204, headers: {}, json: null };
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) {
    const where = parsed.error.issues.map((issue) => `${issue.path.map(String).join('.')} (${issue.code})`);
    throw new LandfallError('internal', {
      logMessage: `the response does not match its schema: ${where.join(', ')}`.slice(0, 1000),
    });
  }
  return { status, headers: { ...headers }, json: JSON.stringify(parsed.data) };
}

export function toResponse(reply: StoredReply | Response, acceptEncoding: string | null): Response {
  if (reply instanceof Response) return reply;
  const { status, headers, json } = reply;
  if (json === null) return new Response(null, { status, headers });
  const body = encodeBody(json, acceptEncoding);
  return new Response(body.content, {
    status,
    headers: { ...headers, 'content-type': 'application/json', ...body.headers },
  });
}
