import { z } from 'zod';
import { listAuditAfter } from '../../store/events/audit';
import { listDecisions, type DecisionRow } from '../../store/sponsorship/decisions';
import { openPostgres } from '../../store/database/open-postgres';
import { readMigrations } from '../../store/database/read-migrations';
import { startChild } from '../../store/testing/start-child';
import { openSponsorship } from './open-sponsorship';
import { runDecisionJobs } from './run-decision-jobs';

const resultSchema = z.object({
  decided: z.array(z.object({ shown: z.nullable(z.string()), made: z.string() })),
  failed: z.number(),
});
type Made = z.infer<typeof resultSchema>['decided'][number];

const faults = [['fair'], ['latency', { ms: 60 }], ['reset-after'], ['html-503']] as const;

export interface ConcurrentRun {
  seed: number;
  fault: string;
  decisions: number;
  withdrawn: number;
  /** Calls that ended neither with a decision nor with an error for the user. */
  failed: number;
  /** According to the simulator's request log. */
  serviceCalls: number;
  /** What must never happen. */
  violations: string[];
}

/** Several processes decide about one import concurrently: mixed roles, stale and current pages, undo, bulk runs. */
export async function runConcurrentDecisions(
  databaseUrl: string,
  size: { processes: number; callsEach: number; seeds: number; holdMs: number },
): Promise<ConcurrentRun[]> {
  const app = await openSponsorship(await openPostgres({ url: databaseUrl, migrations: await readMigrations() }));
  const { db } = app.deps.database;
  const where = { databaseUrl, serviceUrl: app.simulator.url, token: app.simulator.token, holdMs: size.holdMs };
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
      const results = await Promise.all(
        children.map(async (child) => resultSchema.parse(JSON.parse(await child.readLine()))),
      );
      await runDecisionJobs(app.deps);
      const decisions = await listDecisions(db, 'live', importId);
      const serviceCalls = await app.countSent(importId);
      const audit = (await listAuditAfter(db, 0, 100_000)).filter(({ subject }) => subject === importId);
      const made = results.flatMap(({ decided }) => decided);
      runs.push({
        seed,
        fault: kind,
        decisions: decisions.length,
        withdrawn: decisions.filter(({ state }) => state === 'withdrawn').length,
        failed: results.reduce((sum, { failed }) => sum + failed, 0),
        serviceCalls,
        violations: [...findViolations(decisions, made, serviceCalls), ...findAuditViolations(decisions, audit)],
      });
    }
    return runs;
  } finally {
    await Promise.all(children.map((child) => child.kill()));
    await app.close();
  }
}

function findViolations(decisions: readonly DecisionRow[], made: readonly Made[], serviceCalls: number): string[] {
  const kept = decisions.filter(({ state }) => state !== 'withdrawn');
  const violations: string[] = [];
  if (serviceCalls !== kept.length) violations.push(`${serviceCalls} calls for ${kept.length} decisions`);
  for (const { id, sends, state } of decisions) {
    if (sends !== (state === 'withdrawn' ? 0 : 1)) violations.push(`${id} is ${state} and was sent ${sends} times`);
  }
  const shownTo = new Map(made.map(({ made: id, shown }) => [id, shown]));
  const replaced = new Map<string | null, string>();
  for (const { id, bulkId } of kept) {
    if (bulkId === null && !shownTo.has(id)) violations.push(`no click made ${id}`);
    const shown = shownTo.get(id) ?? null;
    const other = replaced.get(shown);
    if (other !== undefined) violations.push(`${other} and ${id} were both made by someone who was shown ${shown}`);
    replaced.set(shown, id);
  }
  return violations;
}

/** Every decision that was approved, sent or withdrawn has an entry for it. */
function findAuditViolations(decisions: readonly DecisionRow[], audit: readonly { action: string }[]): string[] {
  const sent = decisions.filter(({ state }) => state !== 'withdrawn').length;
  const expected = { approved: decisions.length, sending: sent, withdrawn: decisions.length - sent };
  return Object.entries(expected).flatMap(([step, count]) => {
    const found = audit.filter(({ action }) => action === `sponsorship.${step}`).length;
    return found === count ? [] : [`${found} audit entries for ${count} decisions that were ${step}`];
  });
}
