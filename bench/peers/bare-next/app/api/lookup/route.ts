import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { getDatabase } from '../../../imports/database';

/** Equal to Landfall's in this benchmark, so that neither waits. */
const ratePerS = 200;

let pool: Pool | undefined;

/** The least a route must do for a lookup: reads the session, takes a slot of the rate limit, passes the request on. */
export async function GET(request: Request): Promise<Response> {
  const { SERVICE_URL = '', SERVICE_TOKEN } = process.env;
  const database = await getDatabase();
  const sessionId = /(?:^|; )session=([^;]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
  const sessions = await database.query(
    `select staff.role from sessions join staff on staff.id = sessions.staff_id
     where sessions.id = $1 and sessions.ended_at is null and staff.disabled_at is null`,
    [sessionId],
  );
  if (sessions.rows.length === 0) return new Response(null, { status: 401 });
  const slots = await database.query<{ in_ms: number }>(
    `update request_budget
     set next_free_at = greatest(next_free_at, clock_timestamp()) + $1::float8 * interval '1 millisecond'
     returning (extract(epoch from next_free_at - clock_timestamp()) * 1000 - $1::float8)::float8 as in_ms`,
    [1000 / ratePerS],
  );
  const waitMs = slots.rows[0]?.in_ms ?? 0;
  if (waitMs > 0) await delay(waitMs);
  const service = new URL(SERVICE_URL);
  pool ??= new Pool(service.origin, { connections: 16 });
  const { statusCode, body } = await pool.request({
    method: 'GET',
    path: `${service.pathname}/imports${new URL(request.url).search}`,
    headers: {
      authorization: `Basic ${Buffer.from(`${SERVICE_TOKEN}:X`).toString('base64')}`,
      accept: 'application/json',
    },
  });
  return new Response(await body.text(), {
    status: statusCode,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}
