import { z } from 'zod';
import { createSealer, makeKey } from '../../core/seal';
import { createObserver } from '../../imports/observe';
import { decideSponsorship } from '../decide-sponsorship';
import type { SponsorshipParts } from '../sponsorship-parts';
import { startFullMigration } from '../start-full-migration';
import { creationOf } from './creation-of';
import { openInstance } from './open-instance';
import { staffCaller } from './staff-caller';

/**
 * A process that accepts an import and starts a sponsored one in each of some houses, and is gone, without a word, once
 * all of them have come to the same moment around the call.
 */
const { point, houses } = z
  .object({
    point: z.string(),
    houses: z.array(
      z.object({
        databaseUrl: z.string(),
        serviceUrl: z.string(),
        token: z.string(),
        importId: z.string(),
        start: z.object({ attempt: z.string(), username: z.string() }),
      }),
    ),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

let arrived = 0;
const checkpoint: SponsorshipParts['checkpoint'] = async (at) => {
  if (at !== point) return;
  arrived += 1;
  if (arrived === 2 * houses.length) process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
};
/** So long that they cannot run out before this process is gone, however slow the machine is. */
const timing = { callDeadlineMs: 60_000, leaseMs: 3_600_000, pickUpMs: 3_600_000 };
const caller = staffCaller('Ines');
await Promise.all(
  houses.map(async ({ importId, start, ...where }) => {
    const { client, ...parts } = await openInstance(where, { timing, checkpoint });
    const sealer = createSealer([makeKey()]);
    const observer = createObserver({ database: parts.database, sealer });
    const creation = creationOf(parts, client, { observer, sealer, serviceUrl: where.serviceUrl });
    const common = { caller, environment: 'live' } as const;
    const body = { reason: '', note: '', overrideBudget: false };
    await Promise.all([
      decideSponsorship({ ...parts, client }, { ...common, importId, kind: 'accept', body }),
      startFullMigration({ ...parts, client }, creation, {
        ...common,
        attempt: start.attempt,
        reason: '',
        overrideBudget: false,
        fields: { source_tool: 'Zendesk', destination_username: start.username, start_full: true },
      }),
    ]);
  }),
);
process.exit(0);
