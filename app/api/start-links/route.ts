import { startLinkResponseSchema, startLinkBodySchema } from '@/lib/contract/start';
import { created } from '@/lib/http/reply';
import { route } from '@/lib/server';
import { createStartLink } from '@/lib/start/create-start-link';

export const POST = route(
  { id: 'start-links.create', body: startLinkBodySchema, response: startLinkResponseSchema },
  async ({ landfall, caller, body }) => created(await createStartLink(landfall.start, { caller, body })),
);
