import { z } from 'zod';
import { listAuditAfter } from '../../store/audit';
import { listDecisionsOf, listStepsOf } from '../../store/decisions';
import { openPostgres } from '../../store/open-postgres';
import { readMigrations } from '../../store/read-migrations';
import { startChild } from '../../store/testing/start-child';
import { startTestPostgres } from '../../store/testing/start-test-postgres';
import { openSponsorship } from './open-sponsorship';

const tallySchema = z.object({ decided: z.number(), refused: z.number(), failed: z.number() });

/** What may befall the one call that is made: the rule of "once" holds in every weather. */
const weathers = [['fair'], ['latency', { ms: 60 }], ['reset-after'], ['html-503']] as const;

export interface Rush {
  seed: number;
  weather: string;
  /** How many of the calls to us were let through, told no, or failed in another way. */
  decided: number;
  refused: number;
  failed: number;
  /** By the service's own log. */
  reachedTheService: number;
  decisions: number;
  /** Each step of the decision, in order. */
  steps: string[];
  /** Each entry of the audit about this import, in order. */
  audited: string[];
}

/** Two processes decide about one import at once, now accepting, now rejecting; once for each seed. */
export async function rushDecisions(size: { processes: number; callsEach: number; seeds: number }): Promise<Rush[]> {
  const server = await startTestPostgres();
  const databaseUrl = await server.createDatabase();
  const house = await openSponsorship(await openPostgres({ url: databaseUrl, migrations: await readMigrations() }));
  const where = { databaseUrl, serviceUrl: house.simulator.url, token: house.simulator.token };
  const children = await Promise.all(
    Array.from({ length: size.processes }, () =>
      startChild('lib/sponsorship/testing/decide-at-once.ts', [JSON.stringify(where)]),
    ),
  );
  try {
    await Promise.all(children.map((child) => child.hear()));
    const rushes: Rush[] = [];
    for (let seed = 1; seed <= size.seeds; seed += 1) {
      const importId = await house.placeImport();
      const [kind, more] = weathers[(seed - 1) % weathers.length] ?? weathers[0];
      if (kind === 'fair') await house.fair();
      else await house.weather(kind, more);
      children.forEach((child, index) =>
        child.say(JSON.stringify({ importId, seed: `${seed}:${index}`, calls: size.callsEach })),
      );
      const tallies = await Promise.all(
        children.map(async (child) => tallySchema.parse(JSON.parse(await child.hear()))),
      );
      const sum = (of: keyof z.infer<typeof tallySchema>) => tallies.reduce((total, tally) => total + tally[of], 0);
      const { db } = house.parts.database;
      const decisions = await listDecisionsOf(db, 'live', importId);
      const steps = await listStepsOf(
        db,
        decisions.map(({ id }) => id),
      );
      const entries = await listAuditAfter(db, 0, 10_000);
      rushes.push({
        seed,
        weather: kind,
        decided: sum('decided'),
        refused: sum('refused'),
        failed: sum('failed'),
        reachedTheService: await house.sent(importId),
        decisions: decisions.length,
        steps: steps.map(({ to }) => to),
        audited: entries.filter(({ subject }) => subject === importId).map(({ action }) => action),
      });
    }
    return rushes;
  } finally {
    await Promise.all(children.map((child) => child.end()));
    await house.close();
    await server.stop();
  }
}
