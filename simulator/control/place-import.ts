import { z } from 'zod';
import type { Clock } from '../clock';
import { isWorkStatus } from '../lifecycle/create-lifecycle';
import { createRandom } from '../random';
import type { World } from '../world/create-world';
import { type ImportRecord, outcomeSchema, statusSchema, warningSchema } from '../world/import-record';
import { produceOutcome, produceWarnings } from '../world/produce-outcome';
import { families, tools } from '../world/tools';

export const placeImportSchema = z.strictObject({
  username: z.string().nullable().optional(),
  tool: z.string().optional(),
  family: z.string().optional(),
  instanceUrl: z.string().nullable().optional(),
  startFull: z.boolean().optional(),
  status: statusSchema.optional(),
  createdAt: z.number().optional(),
  /** A number generates that many; a list is used unchanged. */
  warnings: z.union([z.number().int().min(0).max(100_000), z.array(warningSchema)]).optional(),
  counts: outcomeSchema.shape.counts.optional(),
  users: outcomeSchema.shape.users.optional(),
  requested: z.boolean().optional(),
});
export type PlaceImportInput = z.infer<typeof placeImportSchema>;

/** Creates an import in any state without sending a webhook. Throws for an unknown tool or family. */
export function placeImport(deps: { world: World; clock: Clock }, input: PlaceImportInput): ImportRecord {
  const { world, clock } = deps;
  const wantedTool = input.tool ?? 'Zendesk';
  const tool = tools.find(({ name, slug }) => name === wantedTool || slug === wantedTool)?.slug;
  if (tool === undefined) throw new Error(`There is no source tool "${input.tool}".`);
  const family = families.find(({ title, slug }) => input.family === title || input.family === slug)?.slug;
  if (input.family !== undefined && family === undefined) throw new Error(`There is no family "${input.family}".`);
  const createdAt = input.createdAt ?? clock.now();
  const record = world.add({
    tool,
    family,
    username: input.username,
    instanceUrl: input.instanceUrl,
    startFull: input.startFull,
    origin: 'control',
    createdAt,
  });

  const status = input.status ?? 'Collecting credentials';
  if (status !== 'Collecting credentials') {
    record.status = status;
    record.statusHistory.push({ status, at: clock.now() });
    record.authorized = { source: true, destination: true };
  }
  if (status === 'In preparation' || status === 'Migration in progress' || status === 'Migration completed') {
    record.paidBy = 'partner';
  }
  // It has no due time: the test decides when the work ends.
  if (isWorkStatus(status)) record.runs = 1;
  if (input.requested === true) record.requests.push({ at: clock.now() });
  setOutcome(record, input, world.seed);
  return record;
}

function setOutcome(record: ImportRecord, input: PlaceImportInput, seed: string): void {
  const hasRun = ['Sample migration completed', 'In preparation', 'Migration in progress', 'Migration completed'];
  const isGiven = input.warnings !== undefined || input.counts !== undefined || input.users !== undefined;
  if (!isGiven && !hasRun.includes(record.status)) return;
  const random = createRandom(`${seed}:placed:${record.number}`);
  const generated = produceOutcome(record.family, 'sample', random);
  const { warnings } = input;
  record.outcome = {
    counts: input.counts ?? generated.counts,
    users: input.users ?? generated.users,
    warnings: typeof warnings === 'number' ? produceWarnings(record.family, warnings, random) : (warnings ?? []),
  };
}
