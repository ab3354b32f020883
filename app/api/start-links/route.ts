import { startLinkResponseSchema, startLinkBodySchema } from '@/lib/contract/start';
import { created } from '@/lib/http/reply';
import { route } from '@/lib/server';
import { createStartLink } from '@/lib/start/create-start-link';
import { refuseSandbox } from '@/lib/start/customer-links';

export const POST = route(
  { id: 'start-links.create', body: startLinkBodySchema, response: startLinkResponseSchema },
  async ({ landfall, caller, environment, body }) => {
    refuseSandbox(environment);
    return created(await createStartLink(landfall.start, { caller, body }));
  },
);
