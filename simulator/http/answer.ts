import type { ServerResponse } from 'node:http';

/** What a handler says; how it reaches the wire, or fails to, is the business of the weather. */
export interface Answer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** The bytes as text; undefined is an empty body. */
  body?: string | undefined;
}

export function jsonAnswer(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  if (value === undefined) return { status, headers };
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

export const emptyAnswer: Answer = { status: 200 };

export function htmlAnswer(status: number, html: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body: html };
}

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  const bytes = Buffer.from(answer.body ?? '', 'utf8');
  response.writeHead(answer.status, { 'cache-control': 'no-store', ...answer.headers, 'content-length': bytes.length });
  response.end(bytes);
}
