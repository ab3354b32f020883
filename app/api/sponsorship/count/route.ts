import { queueCountSchema } from '@/lib/contract/queue-count';
import { route } from '@/lib/server';
import { countQueue } from '@/lib/sponsorship/read-queue';

export const GET = route(
  { id: 'sponsorship.count', response: queueCountSchema },
  async ({ landfall, environment }) => (await countQueue(landfall.sponsorship))[environment],
);
