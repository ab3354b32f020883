import { setTimeout as delay } from 'node:timers/promises';
import { getDatabase } from './database';

/** The least that polling can cost: one request to the service and one prepared update a second. */
export async function poll(serviceUrl: string, token: string): Promise<never> {
  const database = await getDatabase();
  const { rows } = await database.query<{ username: string }>(
    'select distinct username from imports where username is not null',
  );
  await database.exec('prepare seen (text) as update imports set seen_at = now() where username = $1');
  const authorization = `Basic ${Buffer.from(`${token}:X`).toString('base64')}`;
  for (let round = 0; ; round++) {
    const username = rows[round % rows.length]?.username ?? '';
    const query = new URLSearchParams({ destination_username: username });
    const response = await fetch(`${serviceUrl}/imports?${query}`, { headers: { authorization } });
    await response.json();
    await database.exec(`execute seen ('${username.replaceAll("'", "''")}')`);
    await delay(1000);
  }
}
