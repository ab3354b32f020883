import { z } from 'zod';
import { decideSponsorship } from '../decide-sponsorship';
import type { SponsorshipParts } from '../sponsorship-parts';
import { openInstance } from './open-instance';
import { staffCaller } from './staff-caller';

/**
 * A process that accepts an import in each of some houses and is gone, without a word, once all of them have come to
 * the same moment around the call.
 */
const { point, houses } = z
  .object({
    point: z.string(),
    houses: z.array(
      z.object({ databaseUrl: z.string(), serviceUrl: z.string(), token: z.string(), importId: z.string() }),
    ),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

let arrived = 0;
const checkpoint: SponsorshipParts['checkpoint'] = async (at) => {
  if (at !== point) return;
  arrived += 1;
  if (arrived === houses.length) process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
};
const timing = { callDeadlineMs: 20_000, leaseMs: 1000, pickUpMs: 1000 };
await Promise.all(
  houses.map(async ({ importId, ...where }) =>
    decideSponsorship(await openInstance(where, { timing, checkpoint }), {
      caller: staffCaller('Ines'),
      environment: 'live',
      importId,
      kind: 'accept',
      body: { reason: '', note: '', overrideBudget: false },
    }),
  ),
);
process.exit(0);
