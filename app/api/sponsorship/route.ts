import { queueSchema } from '@/lib/contract/sponsorship';
import { route } from '@/lib/server';
import { readQueue } from '@/lib/sponsorship/read-queue';

export const GET = route({ id: 'sponsorship.queue', response: queueSchema }, ({ landfall, environment }) =>
  readQueue(landfall.database.db, {
    environment,
    now: landfall.clock.now(),
    whoPays: landfall.settings.whoPays,
  }),
);
