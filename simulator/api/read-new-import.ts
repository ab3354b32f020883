import type { HttpResponse } from '../http/http-response';
import { isObject, parseJson } from '../http/read-body';
import { type ApiRequest, errorResponse, type ResponseContext, validationResponse } from './api-request';
import { validateImport, type NewImportParams } from './validate-import';

/** Reads the body of `POST /imports`, or returns the error response. */
export function readNewImport(
  context: ResponseContext,
  request: ApiRequest,
): { ok: true; params: NewImportParams } | { ok: false; response: HttpResponse } {
  const body = request.body === undefined ? ({ ok: false } as const) : parseJson(request.body);
  // "All requests are JSON": other content types are bad syntax too.
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(request.contentType ?? '');
  if (!body.ok || !isObject(body.value) || !isJson) {
    const asValidation = context.broken.has('bad-syntax-422');
    return {
      ok: false,
      response: asValidation ? validationResponse(context, { base: ['is not JSON'] }) : errorResponse(context, 400),
    };
  }
  const validated = validateImport(context.dialect, body.value);
  return validated.ok ? validated : { ok: false, response: validationResponse(context, validated.errors) };
}
