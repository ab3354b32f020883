import { brandImageParamsSchema } from '@/lib/contract/branding';
import { LandfallError } from '@/lib/core/errors';
import { matchesEtag } from '@/lib/http/matches-etag';
import { route } from '@/lib/server';
import { readBrandImage } from '@/lib/start/brand-images';

/** The address has the hash of the content, so that browsers never have to ask again. */
export const GET = route(
  { id: 'branding.image', params: brandImageParamsSchema },
  async ({ landfall, params, request }) => {
    const stored = await readBrandImage(landfall.database.db, params.id);
    if (stored === null) throw new LandfallError('not_found');
    const etag = `"${params.id}"`;
    const headers = {
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      // Opened by itself, it is an image and nothing else.
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    };
    if (matchesEtag(request.headers, etag)) return new Response(null, { status: 304, headers });
    const { type } = stored.image;
    return new Response(Buffer.from(stored.base64, 'base64'), {
      headers: {
        ...headers,
        'content-type': `image/${type}`,
        'content-disposition': `inline; filename="picture.${type === 'jpeg' ? 'jpg' : type}"`,
      },
    });
  },
);
