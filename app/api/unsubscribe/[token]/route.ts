import { asCustomer } from '@/lib/contract/caller';
import { contactTokenSchema } from '@/lib/contract/contacts';
import { LandfallError } from '@/lib/core/errors';
import { readBytes } from '@/lib/http/read-body';
import { redirectResponse } from '@/lib/http/redirect-response';
import { unsubscribe } from '@/lib/outbox/contacts/unsubscribe';
import { route } from '@/lib/server';

const maxBodyBytes = 4096;

/** Posted by mail providers for their unsubscribe button (RFC 8058): without session, cookie or origin. */
export const POST = route(
  { id: 'contact.one-click', params: contactTokenSchema },
  async ({ landfall, caller, request, params }) => {
    const body = Buffer.from(await readBytes(request, maxBodyBytes)).toString('latin1');
    if (!isOneClick(body)) throw new LandfallError('bad_request', 'Send List-Unsubscribe=One-Click.');
    const { kind } = await unsubscribe(landfall.outbox, { caller: asCustomer(caller), token: params.token });
    if (kind === 'broken') throw new LandfallError('not_found');
    // RFC 8058 does not allow a redirect.
    return new Response(null, { status: 200 });
  },
);

/** Opened by people and scanners, so it changes nothing. */
export const GET = route({ id: 'contact.open-unsubscribe', params: contactTokenSchema }, ({ params }) =>
  redirectResponse(`/unsubscribe/${encodeURIComponent(params.token)}`),
);

/** Accepts a form in either encoding. */
function isOneClick(body: string): boolean {
  return /^List-Unsubscribe=One-Click\s*$|name="?List-Unsubscribe"?\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/i.test(
    body,
  );
}
