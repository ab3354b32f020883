import { z } from 'zod';
import { listAuditAfter } from '../../store/events/audit';
import { listDecisions, listDecisionSteps } from '../../store/sponsorship/decisions';
import { openPostgres } from '../../store/database/open-postgres';
import { readMigrations } from '../../store/database/read-migrations';
import { startChild } from '../../store/testing/start-child';
import { openSponsorship } from './open-sponsorship';

const tallySchema = z.object({ decided: z.number(), refused: z.number(), failed: z.number() });

/** Faults for the one call that is made. */
const faults = [['fair'], ['latency', { ms: 60 }], ['reset-after'], ['html-503']] as const;

export interface ConcurrentRun {
  seed: number;
  fault: string;
  /** How many calls succeeded, were rejected, or failed otherwise. */
  decided: number;
  refused: number;
  failed: number;
  /** According to the simulator's request log. */
  serviceCalls: number;
  decisions: number;
  steps: string[];
  auditActions: string[];
}

/** Several processes decide about one import concurrently, once per seed. */
export async function runConcurrentDecisions(
  databaseUrl: string,
  size: { processes: number; callsEach: number; seeds: number },
): Promise<ConcurrentRun[]> {
  const app = await openSponsorship(await openPostgres({ url: databaseUrl, migrations: await readMigrations() }));
  const where = { databaseUrl, serviceUrl: app.simulator.url, token: app.simulator.token };
  const children = await Promise.all(
    Array.from({ length: size.processes }, () =>
      startChild('lib/sponsorship/testing/decide-concurrently.ts', [JSON.stringify(where)]),
    ),
  );
  try {
    await Promise.all(children.map((child) => child.readLine()));
    const runs: ConcurrentRun[] = [];
    for (let seed = 1; seed <= size.seeds; seed += 1) {
      const importId = await app.placeImport();
      const [kind, more] = faults[(seed - 1) % faults.length] ?? faults[0];
      if (kind === 'fair') await app.clearFaults();
      else await app.injectFault(kind, more);
      children.forEach((child, index) =>
        child.sendLine(JSON.stringify({ importId, seed: `${seed}:${index}`, calls: size.callsEach })),
      );
      const tallies = await Promise.all(
        children.map(async (child) => tallySchema.parse(JSON.parse(await child.readLine()))),
      );
      const sum = (of: keyof z.infer<typeof tallySchema>) => tallies.reduce((total, tally) => total + tally[of], 0);
      const { db } = app.deps.database;
      const decisions = await listDecisions(db, 'live', importId);
      const steps = await listDecisionSteps(
        db,
        decisions.map(({ id }) => id),
      );
      const entries = await listAuditAfter(db, 0, 10_000);
      runs.push({
        seed,
        fault: kind,
        decided: sum('decided'),
        refused: sum('refused'),
        failed: sum('failed'),
        serviceCalls: await app.countSent(importId),
        decisions: decisions.length,
        steps: steps.map(({ to }) => to),
        auditActions: entries.filter(({ subject }) => subject === importId).map(({ action }) => action),
      });
    }
    return runs;
  } finally {
    await Promise.all(children.map((child) => child.kill()));
    await app.close();
  }
}
