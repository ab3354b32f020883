import { queueQuerySchema, queueSchema } from '@/lib/contract/sponsorship';
import { route } from '@/lib/server';
import { readQueue } from '@/lib/sponsorship/read-queue';

export const GET = route(
  { id: 'sponsorship.queue', query: queueQuerySchema, response: queueSchema },
  ({ landfall, environment, query }) =>
    readQueue(landfall.database.db, {
      environment,
      now: landfall.clock.now(),
      whoPays: landfall.settings.whoPays,
      tab: query.tab,
    }),
);
