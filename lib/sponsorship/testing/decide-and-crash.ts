import { z } from 'zod';
import { decideSponsorship } from '../decide-sponsorship';
import type { SponsorshipDeps } from '../sponsorship-deps';
import { startFullMigration } from '../start-full-migration';
import { toCreationDeps } from './to-creation-deps';
import { openInstance } from './open-instance';
import { staffCaller } from './staff-caller';

/**
 * Accepts an import and starts a sponsored one in each of the given test apps, then kills itself once all of them have
 * reached the same point.
 */
const { point, apps } = z
  .object({
    point: z.string(),
    apps: z.array(
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
const checkpoint: SponsorshipDeps['checkpoint'] = async (at) => {
  if (at !== point) return;
  arrived += 1;
  if (arrived === 2 * apps.length) process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
};
/** Too long to expire before this process is killed, however slow the machine is. */
const timing = { callDeadlineMs: 60_000, leaseMs: 3_600_000, pickUpMs: 3_600_000 };
const caller = staffCaller('Ines');
await Promise.all(
  apps.map(async ({ importId, start, ...where }) => {
    const { client, ...deps } = await openInstance(where, { timing, checkpoint });
    const creation = toCreationDeps(deps, client, { observer: deps.observer, serviceUrl: where.serviceUrl });
    const common = { caller, environment: 'live' } as const;
    const body = { reason: '', note: '', overrideBudget: false };
    await Promise.all([
      decideSponsorship({ ...deps, client }, { ...common, importId, kind: 'accept', body }),
      startFullMigration({ ...deps, client }, creation, {
        ...common,
        attempt: start.attempt,
        reason: '',
        fields: { source_tool: 'Zendesk', destination_username: start.username, start_full: true },
      }),
    ]);
  }),
);
process.exit(0);
