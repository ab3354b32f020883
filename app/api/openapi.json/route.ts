import { createHash } from 'node:crypto';
import { encodeBody } from '@/lib/http/encode-body';
import { matchesEtag } from '@/lib/http/matches-etag';
import { apiDocument } from '@/lib/openapi/api-document';
import { route } from '@/lib/server';

const text = JSON.stringify(apiDocument);
const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;

/** Identical in every installation of a version. */
export const GET = route({ id: 'openapi.read' }, ({ request }) => {
  const headers = { etag, 'cache-control': 'public, max-age=300' };
  if (matchesEtag(request.headers, etag)) return new Response(null, { status: 304, headers });
  const body = encodeBody(text, request.headers.get('accept-encoding'));
  return new Response(body.content, { headers: { ...headers, 'content-type': 'application/json', ...body.headers } });
});
