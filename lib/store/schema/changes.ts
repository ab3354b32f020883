import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns';

/** What changed, for streams that resume by id. NOTIFY carries the ids only. Old rows are swept. */
export const changes = pgTable(
  'changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamptz('at').notNull(),
    kind: text('kind').notNull(),
    environment: text('environment').notNull(),
    subject: text('subject').notNull(),
  },
  (t) => [index('changes_at').on(t.at)],
);
