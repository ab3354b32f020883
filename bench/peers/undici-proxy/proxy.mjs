import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Pool } from 'undici';

/** The least that a lookup can cost: adds the token, passes the request on and streams the answer back. */

const { PORT, SERVICE_URL = '', SERVICE_TOKEN } = process.env;
const service = new URL(SERVICE_URL);
const pool = new Pool(service.origin, { connections: 16 });
const authorization = `Basic ${Buffer.from(`${SERVICE_TOKEN}:X`).toString('base64')}`;

const server = createServer(async (request, response) => {
  const { statusCode, headers, body } = await pool.request({
    method: 'GET',
    path: `${service.pathname}${request.url}`,
    headers: { authorization, accept: 'application/json' },
  });
  response.writeHead(statusCode, { 'content-type': headers['content-type'] ?? 'application/json' });
  await pipeline(body, response);
});
server.listen(Number(PORT), '127.0.0.1');
