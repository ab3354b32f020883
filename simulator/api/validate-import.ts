import type { Dialect } from '../dialects/dialect';
import { type FieldErrors, serializeFamily, serializeToolName } from '../dialects/serializers';
import { families, type FamilySlug, type Tool, tools } from '../world/tools';

export const importFields = [
  'source_tool',
  'destination_instance_url',
  'destination_username',
  'destination_token',
  'start_full',
  'family',
] as const;

type Field = (typeof importFields)[number];

export interface NewImportParams {
  tool: string;
  family: FamilySlug | undefined;
  username: string | undefined;
  instanceUrl: string | undefined;
  hasDestinationToken: boolean;
  startFull: boolean;
}

export type ValidationResult = { ok: true; params: NewImportParams } | { ok: false; errors: FieldErrors };

const maxTextLength = 1_000;

/** The document names only one rule, the required `source_tool`; the others are assumptions. */
export function validateImport(dialect: Dialect, body: Readonly<Record<string, unknown>>): ValidationResult {
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
      hasDestinationToken: destinationToken !== undefined && destinationToken !== '',
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

function isHttpUrl(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol);
  } catch {
    return false;
  }
}
