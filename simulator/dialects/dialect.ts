import { z } from 'zod';

/**
 * A dialect answers every "not shown" of the interface document about shapes. Each property is one open question and
 * its values are the answers such services give; a dialect is one choice for each.
 */
export const dialectSchema = z.strictObject({
  name: z.string(),
  /** How the facts of an import are called. */
  fields: z.strictObject({
    id: z.enum(['id', 'import_id', 'importId', 'identifier']),
    status: z.enum(['status', 'state', 'status_text', 'statusText']),
    warnings: z.enum(['warnings', 'migration_warnings', 'migrationWarnings']),
    family: z.enum(['family', 'product_family', 'productFamily']),
    redirectUrl: z.enum(['redirect_url', 'redirectUrl', 'redirect_to', 'url', 'location']),
    token: z.enum(['token', 'import_token', 'importToken']),
    counts: z.enum(['counts', 'record_counts', 'recordCounts', 'records']),
    users: z.enum(['users', 'user_mapping', 'userMapping']),
    timestamp: z.enum(['timestamp', 'sent_at', 'sentAt', 'time']),
    event: z.enum(['event', 'type', 'event_type', 'eventType']),
  }),
  /** Around every answer with a body: nothing, one word for all, or the name of the resource. */
  envelope: z.enum(['none', 'data', 'result', 'resource']),
  identifier: z.enum(['number', 'digits', 'prefixed', 'uuid']),
  /** `name-label` carries the slug as `name` and what people read as `label`. */
  tool: z.enum(['name-slug', 'name-label', 'camel']),
  /** Texts of section 3, or those before version 2.1 ("import" for "migration"). */
  statusWording: z.enum(['current', 'older']),
  /** Some services add a number beside the text. */
  statusCode: z.boolean(),
  warnings: z.enum(['string', 'strings', 'objects', 'nested']),
  familyText: z.enum(['title', 'slug']),
  /** Body of a 422: a map that lists the good fields too, a map under `errors`, a list, or a text. */
  validation: z.enum(['map', 'errors', 'list', 'text']),
  /** Body of the other errors. */
  error: z.enum(['error', 'message', 'errors', 'none']),
  /** Whether the required query parameter, missing, is bad syntax or fails validation. */
  missingUsername: z.enum(['400', '422']),
  /** Whether the creation answer also tells the import's token. */
  returnsToken: z.boolean(),
  /** Record counts by type and users matched, once a run has finished; no one promises them. */
  facts: z.enum(['none', 'map', 'list']),
  webhook: z.strictObject({
    envelope: z.enum(['none', 'data', 'payload', 'import']),
    timestamp: z.enum(['seconds', 'milliseconds', 'iso']),
  }),
});

export type Dialect = z.infer<typeof dialectSchema>;
