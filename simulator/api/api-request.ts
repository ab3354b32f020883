import type { BrokenRule } from '../broken-rules';
import type { Dialect } from '../dialects/dialect';
import { type FieldErrors, serializeError, serializeValidationErrors } from '../dialects/serializers';
import { type HttpResponse, htmlResponse, jsonResponse } from '../http/http-response';

export const importFields = [
  'source_tool',
  'destination_instance_url',
  'destination_username',
  'destination_token',
  'start_full',
  'family',
] as const;

export interface ApiRequest {
  method: string;
  segments: readonly string[];
  query: URLSearchParams;
  contentType: string | undefined;
  body: Buffer | undefined;
}

export interface ResponseContext {
  dialect: Dialect;
  broken: ReadonlySet<BrokenRule>;
}

const errorMessages = {
  400: 'The request cannot be fulfilled because of bad syntax',
  401: 'The API token is missing or invalid',
  404: 'Not found',
  429: 'Rate limit exceeded',
} as const;

export function errorResponse(context: ResponseContext, status: keyof typeof errorMessages): HttpResponse {
  const headers = status === 401 ? { 'www-authenticate': 'Basic realm="Import Migration Service"' } : {};
  if (context.broken.has('html-errors')) return htmlResponse(status, `<h1>${errorMessages[status]}</h1>`, headers);
  return jsonResponse(status, serializeError(context.dialect, errorMessages[status]), headers);
}

export function validationResponse(
  context: ResponseContext,
  errors: FieldErrors,
  fields: readonly string[] = importFields,
): HttpResponse {
  if (context.broken.has('validation-400')) return errorResponse(context, 400);
  if (context.broken.has('html-errors')) return htmlResponse(422, '<h1>Invalid</h1>');
  return jsonResponse(422, serializeValidationErrors(context.dialect, errors, fields));
}
