import { type ImportRecord, type Status, statuses, type Warning } from '../world/import-record';
import { familyOf, type FamilySlug, type Tool } from '../world/tools';
import type { Dialect } from './dialect';

type JsonObject = Record<string, unknown>;

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export function serializeId(
  { identifier }: Dialect,
  { number, uuid }: Pick<ImportRecord, 'number' | 'uuid'>,
): number | string {
  return { number, digits: String(number), prefixed: `imp-${number}`, uuid }[identifier];
}

export function serializeStatus(dialect: Dialect, status: Status): string {
  if (dialect.statusWording === 'current') return status;
  // The wording before version 2.1, which some services still use.
  return status.replace('Migration', 'Import').replace('migration', 'import');
}

export function serializeFamily(dialect: Dialect, slug: FamilySlug): string {
  return dialect.familyText === 'slug' ? slug : familyOf(slug).title;
}

/** The value of `source_tool` (section 2). */
export function serializeToolName(dialect: Dialect, tool: Tool): string {
  return dialect.tool === 'name-label' ? tool.slug : tool.name;
}

export function serializeTool(dialect: Dialect, { name, slug }: Tool): JsonObject {
  const shapes = {
    'name-slug': { name, slug },
    'name-label': { name: slug, label: name },
    camel: { toolName: name, toolSlug: slug },
  };
  return shapes[dialect.tool];
}

export function serializeTools(dialect: Dialect, tools: readonly Tool[]): unknown {
  return wrapInEnvelope(
    dialect,
    'tools',
    tools.map((tool) => serializeTool(dialect, tool)),
  );
}

export function serializeCreated(dialect: Dialect, record: ImportRecord, redirectUrl: string): unknown {
  const { fields } = dialect;
  return wrapInEnvelope(dialect, 'import', {
    [fields.id]: serializeId(dialect, record),
    [fields.redirectUrl]: redirectUrl,
    ...(dialect.returnsToken ? { [fields.token]: record.token } : {}),
  });
}

export function serializeList(dialect: Dialect, records: readonly ImportRecord[]): unknown {
  return wrapInEnvelope(
    dialect,
    'imports',
    records.map((record) => serializeIdAndStatus(dialect, record)),
  );
}

export function serializeImport(dialect: Dialect, record: ImportRecord): unknown {
  const { fields } = dialect;
  const warnings = record.outcome?.warnings ?? [];
  return wrapInEnvelope(dialect, 'import', {
    ...serializeIdAndStatus(dialect, record),
    [fields.family]: serializeFamily(dialect, record.family),
    // Present only if there are any (section 2).
    ...(warnings.length > 0 ? { [fields.warnings]: serializeWarnings(dialect, warnings) } : {}),
    ...serializeFacts(dialect, record),
  });
}

function serializeIdAndStatus(dialect: Dialect, record: ImportRecord): JsonObject {
  return {
    [dialect.fields.id]: serializeId(dialect, record),
    [dialect.fields.status]: serializeStatus(dialect, record.status),
    ...(dialect.statusCode ? { status_code: statuses.indexOf(record.status) + 1 } : {}),
  };
}

function serializeWarnings(dialect: Dialect, warnings: readonly Warning[]): unknown {
  switch (dialect.warnings) {
    case 'string':
      return warnings.map(({ itemType, item, text }) => `${itemType} ${item}: ${text}`).join('\n');
    case 'strings':
      return warnings.map(({ itemType, item, text }) => `${text} (${itemType} ${item})`);
    case 'objects':
      return warnings.map(({ kind, itemType, item, text }) => ({
        kind,
        item_type: itemType,
        item_id: item,
        message: text,
      }));
    case 'nested': {
      const byType: Record<string, Record<string, string[]>> = {};
      for (const { itemType, item, text } of warnings) ((byType[itemType] ??= {})[item] ??= []).push(text);
      return byType;
    }
  }
}

function serializeFacts(dialect: Dialect, { outcome }: ImportRecord): JsonObject {
  if (dialect.facts === 'none' || outcome === null) return {};
  const { counts, users } = outcome;
  const { fields } = dialect;
  const list = Object.entries(counts).map(([type, count]) => ({ type, count }));
  return { [fields.counts]: dialect.facts === 'map' ? counts : list, [fields.users]: users };
}

export function serializeValidationErrors(
  dialect: Dialect,
  errors: FieldErrors,
  allFields: readonly string[],
): unknown {
  const entries = Object.entries(errors);
  switch (dialect.validation) {
    case 'map':
      return Object.fromEntries(allFields.map((field) => [field, errors[field] ?? []]));
    case 'errors':
      return { message: 'Validation failed', errors };
    case 'list':
      return entries.flatMap(([field, messages]) => messages.map((message) => ({ field, message })));
    case 'text':
      return entries.flatMap(([field, messages]) => messages.map((message) => `${field} ${message}`)).join('; ');
  }
}

export function serializeError(dialect: Dialect, text: string): unknown {
  const shapes = { error: { error: text }, message: { message: text }, errors: { errors: [text] }, none: undefined };
  return shapes[dialect.error];
}

export function serializeWebhook(dialect: Dialect, record: ImportRecord, statusText: string, atMs: number): unknown {
  const { fields } = dialect;
  const time = { [fields.timestamp]: serializeTimestamp(dialect, atMs) };
  const facts = { [fields.id]: serializeId(dialect, record), [fields.status]: statusText };
  const event = { [fields.event]: 'import.status_changed' };
  const { envelope } = dialect.webhook;
  return envelope === 'none' ? { ...event, ...facts, ...time } : { ...event, ...time, [envelope]: facts };
}

function serializeTimestamp({ webhook }: Dialect, atMs: number): number | string {
  if (webhook.timestamp === 'iso') return new Date(atMs).toISOString();
  return Math.floor(webhook.timestamp === 'seconds' ? atMs / 1000 : atMs);
}

function wrapInEnvelope({ envelope }: Dialect, resource: 'tools' | 'import' | 'imports', body: unknown): unknown {
  return envelope === 'none' ? body : { [envelope === 'resource' ? resource : envelope]: body };
}
