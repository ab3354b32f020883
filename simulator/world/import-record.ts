import { z } from 'zod';
import { families, tools } from './tools';

const at = z.number();

/** Exactly as in section 3. */
export const statuses = [
  'Collecting credentials',
  'Waiting to start sample migration',
  'Sample migration in progress',
  'Sample migration completed',
  'Migration in progress',
  'Migration completed',
  'Undo in progress',
  'Migration cleaned',
  'In preparation',
] as const;

export const warningSchema = z.object({
  kind: z.string(),
  itemType: z.string(),
  item: z.string(),
  text: z.string(),
});

export const outcomeSchema = z.object({
  counts: z.record(z.string(), z.number().int().nonnegative()),
  users: z.object({
    matched: z.number().int().nonnegative(),
    total: z.number().int().nonnegative(),
    unmatched: z.array(z.string()),
  }),
  warnings: z.array(warningSchema),
});

export const statusSchema = z.enum(statuses);
const familySchema = z.enum(families.map((family) => family.slug));
const toolSchema = z.enum(tools.map((tool) => tool.slug));

export const importRecordSchema = z.object({
  /** Dialects with text identifiers show `uuid` or a text with this number. */
  number: z.number().int().positive(),
  uuid: z.string(),
  /** The secret in the customer's link; also sent to the partner's page. */
  token: z.string(),
  origin: z.enum(['api', 'world', 'trickle', 'control']),
  username: z.string().nullable(),
  tool: toolSchema,
  family: familySchema,
  instanceUrl: z.string().nullable(),
  startFull: z.boolean(),
  createdAt: at,
  status: statusSchema,
  statusHistory: z.array(z.object({ status: statusSchema, at })),
  authorized: z.object({ source: z.boolean(), destination: z.boolean() }),
  due: z.object({ status: statusSchema, at }).nullable(),
  requests: z.array(z.object({ at })),
  decisions: z.array(z.object({ kind: z.enum(['accept', 'reject']), at })),
  purchases: z.array(z.object({ at })),
  paidBy: z.enum(['partner', 'customer']).nullable(),
  gone: z.object({ why: z.enum(['cancelled', 'archived']), at }).nullable(),
  outcome: outcomeSchema.nullable(),
  /** Started runs; each has its own random seed. */
  runs: z.number().int().nonnegative(),
});

export type Status = z.infer<typeof statusSchema>;
export type ImportRecord = z.infer<typeof importRecordSchema>;
export type Outcome = z.infer<typeof outcomeSchema>;
export type Warning = z.infer<typeof warningSchema>;
