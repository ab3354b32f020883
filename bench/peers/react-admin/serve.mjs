import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Serves the built files and the rows in BENCH_ROWS, both compressed as Next compresses, with files cached forever. */

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };
const dist = join(import.meta.dirname, 'dist');
/** @type {{ username: string | null, status: { text: string } | null, decision: string }[]} */
const rows = JSON.parse(readFileSync(process.env.BENCH_ROWS ?? '', 'utf8'));

/** @param {URLSearchParams} query */
function listRows(query) {
  const [first, last] = JSON.parse(query.get('range') ?? '[0,49]');
  const { q = '', status, decision } = JSON.parse(query.get('filter') ?? '{}');
  const found = rows.filter(
    (row) =>
      (row.username ?? '').includes(q) &&
      (status === undefined || row.status?.text === status) &&
      (decision === undefined || row.decision === decision),
  );
  return { body: JSON.stringify(found.slice(first, last + 1)), total: found.length };
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  response.setHeader('content-encoding', 'gzip');
  if (pathname === '/api/imports') {
    const { body, total } = listRows(searchParams);
    response.writeHead(200, { 'content-type': 'application/json', 'x-total-count': String(total) });
    response.end(gzipSync(body));
    return;
  }
  const isAsset = pathname.startsWith('/assets/');
  const file = join(dist, isAsset ? normalize(pathname) : 'index.html');
  response.writeHead(200, {
    'content-type': types[/** @type {keyof typeof types} */ (extname(file))] ?? 'application/octet-stream',
    'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-store',
  });
  response.end(gzipSync(readFileSync(file)));
});
server.listen(Number(process.env.PORT), '127.0.0.1');
