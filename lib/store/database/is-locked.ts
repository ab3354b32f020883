import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/**
 * Whether a row is one of those whose `ctid` a `select ... limit ... for update` returns. With `in`, the planner may run
 * that query again for each row, and each time it locks others.
 */
export const isLocked = (locked: SQLWrapper): SQL => sql`ctid = any(array${locked})`;
