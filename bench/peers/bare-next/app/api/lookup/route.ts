import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { getDatabase, readSession } from '../../../imports/database';
import { findImports } from '../../../imports/list-imports';

/** Equal to Landfall's in this benchmark, so that neither waits. */
const ratePerS = 200;

let pool: Pool | undefined;

/**
 * The least a route must do for a lookup: reads the session, makes sure that the customer is not erased, takes a slot of
 * the rate limit, asks the service, and answers with what is stored about the imports that the service lists.
 */
export async function GET(request: Request): Promise<Response> {
  const { SERVICE_URL = '', SERVICE_TOKEN } = process.env;
  const database = await getDatabase();
  const sessionId = /(?:^|; )session=([^;]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
  if ((await readSession(sessionId)) === undefined) return new Response(null, { status: 401 });
  const { search, searchParams } = new URL(request.url);
  const username = searchParams.get('destination_username') ?? '';
  const erased = await database.query('select at from erased where username = $1', [username]);
  if (erased.rows.length > 0) return Response.json({ imports: [] });
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
    path: `${service.pathname}/imports${search}`,
    headers: {
      authorization: `Basic ${Buffer.from(`${SERVICE_TOKEN}:X`).toString('base64')}`,
      accept: 'application/json',
    },
  });
  const listed = (await body.json()) as { id: string | number }[];
  if (statusCode !== 200) return Response.json({ message: 'The service is unavailable.' }, { status: 502 });
  const imports = await findImports(listed.map(({ id }) => String(id)));
  return Response.json({ username, imports }, { headers: { 'cache-control': 'no-store' } });
}
