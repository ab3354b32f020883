import { z } from 'zod';

/** The response shapes that the interface document leaves open. Each property is one choice. */
export const dialectSchema = z.strictObject({
  name: z.string(),
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
  /** Around every response body: nothing, a fixed name, or the name of the resource. */
  envelope: z.enum(['none', 'data', 'result', 'resource']),
  identifier: z.enum(['number', 'digits', 'prefixed', 'uuid']),
  /** `name-label` has the slug as `name` and the name as `label`. */
  tool: z.enum(['name-slug', 'name-label', 'camel']),
  /** Texts of section 3, or those before version 2.1 ("import" for "migration"). */
  statusWording: z.enum(['current', 'older']),
  statusCode: z.boolean(),
  warnings: z.enum(['string', 'strings', 'objects', 'nested']),
  familyText: z.enum(['title', 'slug']),
  /** Body of a 422: a map that includes valid fields, a map under `errors`, a list, or a text. */
  validation: z.enum(['map', 'errors', 'list', 'text']),
  error: z.enum(['error', 'message', 'errors', 'none']),
  missingUsername: z.enum(['400', '422']),
  returnsToken: z.boolean(),
  /** Record counts by type and matched users after a run. Not part of the document. */
  facts: z.enum(['none', 'map', 'list']),
  webhook: z.strictObject({
    envelope: z.enum(['none', 'data', 'payload', 'import']),
    timestamp: z.enum(['seconds', 'milliseconds', 'iso']),
  }),
});

export type Dialect = z.infer<typeof dialectSchema>;
