import { startLinkAnswerSchema, startLinkBodySchema } from '@/lib/contract/start';
import { created } from '@/lib/http/reply';
import { route } from '@/lib/server';
import { makeStartLink } from '@/lib/start/make-start-link';

export const POST = route(
  { id: 'start-links.create', body: startLinkBodySchema, answer: startLinkAnswerSchema },
  async ({ landfall, caller, body }) => created(await makeStartLink(landfall.start, { caller, body })),
);
