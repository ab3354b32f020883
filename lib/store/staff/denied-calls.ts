import { eq, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { deniedCalls } from '../schema/staff';

/** Returns the new count of this window; 1 for the first denied call. */
export async function countDeniedCall(
  tx: Db,
  deniedCall: { caller: string; route: string; windowStart: Date; at: Date; times: number },
): Promise<number> {
  const { caller, route, windowStart, at, times } = deniedCall;
  const [row] = await tx
    .insert(deniedCalls)
    .values({ caller, route, windowStart, count: times, lastAt: at })
    .onConflictDoUpdate({
      target: [deniedCalls.caller, deniedCalls.route, deniedCalls.windowStart],
      set: { count: sql`${deniedCalls.count} + ${times}`, lastAt: at },
    })
    .returning({ count: deniedCalls.count });
  return row?.count ?? times;
}

export async function countDeniedCallRows(db: Db, windowStart: Date): Promise<number> {
  return db.$count(deniedCalls, eq(deniedCalls.windowStart, windowStart));
}
