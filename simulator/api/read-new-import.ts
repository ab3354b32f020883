import type { Dialect } from '../dialects/dialect';
import { type FieldErrors, serializeFamily, serializeToolName } from '../dialects/serializers';
import { isObject, parseJson } from '../http/read-body';
import type { HttpResponse } from '../http/http-response';
import type { ImportProperties } from '../world/create-world';
import { families, type Tool, tools } from '../world/tools';
import {
  type ApiRequest,
  errorResponse,
  type importFields,
  type ResponseContext,
  validationResponse,
} from './api-request';

type Field = (typeof importFields)[number];

const maxTextLength = 1_000;
const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

export function readNewImport(
  context: ResponseContext,
  request: ApiRequest,
): { ok: true; params: ImportProperties } | { ok: false; response: HttpResponse } {
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

/** The document names only one rule, the required `source_tool`; the others are assumptions. */
function validateImport(
  dialect: Dialect,
  body: Readonly<Record<string, unknown>>,
): { ok: true; params: ImportProperties } | { ok: false; errors: FieldErrors } {
  const errors: Record<string, string[]> = {};
  const addError = (field: Field, message: string): undefined => {
    (errors[field] ??= []).push(message);
    return undefined;
  };

  function text(field: Field): string | undefined {
    const value = body[field];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') return addError(field, 'must be a text');
    if (value.length > maxTextLength) return addError(field, `is too long (at most ${maxTextLength} characters)`);
    return value;
  }

  const tool = validateSourceTool(dialect, text('source_tool'), body, addError);
  const username = text('destination_username');
  const instanceUrl = text('destination_instance_url');
  if (instanceUrl !== undefined && !isHttpUrl(instanceUrl)) addError('destination_instance_url', 'is not a valid URL');
  const destinationToken = text('destination_token');
  const startFull = body['start_full'] ?? false;
  if (typeof startFull !== 'boolean') addError('start_full', 'must be true or false');

  const familyText = text('family');
  const family = families.find(({ slug }) => serializeFamily(dialect, slug) === familyText)?.slug;
  if (familyText !== undefined && family === undefined) addError('family', 'is not a known product family');
  if (family !== undefined && tool !== undefined && !tool.families.includes(family)) {
    addError('family', `is not offered for ${serializeToolName(dialect, tool)}`);
  }

  if (Object.keys(errors).length > 0 || tool === undefined) return { ok: false, errors };
  return {
    ok: true,
    params: {
      tool: tool.slug,
      family,
      username: username === '' ? undefined : username,
      instanceUrl,
      destinationAuthorized: destinationToken !== undefined && destinationToken !== '',
      startFull: startFull === true,
    },
  };
}

function validateSourceTool(
  dialect: Dialect,
  name: string | undefined,
  body: Readonly<Record<string, unknown>>,
  addError: (field: Field, message: string) => undefined,
): Tool | undefined {
  const given = body['source_tool'];
  if (given === undefined || given === null || name?.trim() === '') return addError('source_tool', "can't be blank");
  if (name === undefined) return undefined;
  const tool = tools.find((candidate) => serializeToolName(dialect, candidate) === name);
  return tool ?? addError('source_tool', 'is not a supported source tool');
}
