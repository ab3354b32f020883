import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns';

/** Read by live streams, which resume by id. NOTIFY carries only the ids. Old rows are deleted. */
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
