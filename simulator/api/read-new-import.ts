import type { Answer } from '../http/answer';
import { isObject, parseJson } from '../http/read-body';
import { type ApiRequest, errorAnswer, type Manner, validationAnswer } from './api-request';
import { validateImport, type WantedImport } from './validate-import';

/** Reads the body of `POST /imports`, for the live address and the sandbox alike: the import wanted, or what to answer. */
export function readNewImport(
  manner: Manner,
  request: ApiRequest,
): { ok: true; wanted: WantedImport } | { ok: false; answer: Answer } {
  const body = request.body === undefined ? ({ ok: false } as const) : parseJson(request.body);
  // "All requests are JSON": a form post is as much bad syntax as broken JSON.
  const saysJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(request.contentType ?? '');
  if (!body.ok || !isObject(body.value) || !saysJson) {
    const asValidation = manner.broken.has('bad-syntax-422');
    return {
      ok: false,
      answer: asValidation ? validationAnswer(manner, { base: ['is not JSON'] }) : errorAnswer(manner, 400),
    };
  }
  const validated = validateImport(manner.dialect, body.value);
  return validated.ok ? validated : { ok: false, answer: validationAnswer(manner, validated.errors) };
}
