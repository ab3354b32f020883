import type { ServerResponse } from 'node:http';

export interface HttpResponse {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: string | undefined;
}

export function jsonResponse(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  if (value === undefined) return { status, headers };
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

export const emptyResponse: HttpResponse = { status: 200 };

export function htmlResponse(
  status: number,
  html: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body: html };
}

export function sendResponse(res: ServerResponse, response: HttpResponse): void {
  const bytes = Buffer.from(response.body ?? '', 'utf8');
  res.writeHead(response.status, { 'cache-control': 'no-store', ...response.headers, 'content-length': bytes.length });
  res.end(bytes);
}
