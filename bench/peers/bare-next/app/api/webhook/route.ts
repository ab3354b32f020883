import { createHmac, timingSafeEqual } from 'node:crypto';
import { getDatabase } from '../../../imports/database';

/** Verified, stored, then acknowledged. */
export async function POST(request: Request): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer());
  const expected = createHmac('sha256', process.env['WEBHOOK_SECRET'] ?? '')
    .update(body)
    .digest();
  const given = Buffer.from(request.headers.get('x-service-signature')?.replace(/^sha256=/, '') ?? '', 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return new Response(null, { status: 401 });
  const database = await getDatabase();
  await database.query('insert into deliveries (body) values ($1)', [body]);
  return Response.json({ stored: true });
}
