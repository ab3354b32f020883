import { LandfallError } from '@/lib/core/errors';
import { route } from '@/lib/server';

const validDays = 180;

/** RFC 9116. The date of expiry moves with each request, since the setting is current as long as it is served. */
export const GET = route({ id: 'security.contact' }, ({ landfall }) => {
  const { securityContact, publicOrigin } = landfall.settings;
  if (securityContact === undefined) throw new LandfallError('not_found');
  const expires = new Date(landfall.clock.now().getTime() + validDays * 86_400_000);
  const lines = [
    `Contact: ${securityContact}`,
    `Expires: ${expires.toISOString().replace(/\.\d+Z$/, 'Z')}`,
    'Preferred-Languages: en',
    `Canonical: ${publicOrigin}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
});
