import { z } from 'zod';
import { systemCaller } from '../contract/caller';
import type { Db } from '../store/database';
import { insertDecision, moveDecision, readDecisionSubject, refreshDecisionSummary } from '../store/decisions';
import { closeRequests, insertFullRequest } from '../store/full-requests';
import { readInstallation, writeInstallation } from '../store/installation';
import { clock as clockTime } from './classify-outcome';
import type { SponsorshipParts } from './sponsorship-parts';

const moment = z.number().transform((ms) => new Date(ms));
const historySchema = z.object({
  imports: z.array(
    z.object({
      id: z.string(),
      demo: z.boolean(),
      requests: z.array(z.object({ at: moment })),
      decisions: z.array(z.object({ kind: z.enum(['accept', 'reject']), at: moment })),
    }),
  ),
});
type Entry = z.infer<typeof historySchema>['imports'][number];

const installed = 'demo sponsorship seeded';
const by = 'Demo approver';

/** What customers asked for and what was decided in the simulator's ninety days, taken over once, after the record. */
export async function seedDemoSponsorship(
  parts: Pick<SponsorshipParts, 'database' | 'audit' | 'clock' | 'newId'>,
  history: { url: string; fetch: typeof fetch },
): Promise<void> {
  const { database } = parts;
  if ((await readInstallation(database.db, installed)) !== undefined) return;
  const answer = await history.fetch(history.url, { signal: AbortSignal.timeout(30_000) });
  const { imports } = historySchema.parse(await answer.json());
  const told = imports.filter((entry) => entry.demo && entry.requests.length + entry.decisions.length > 0);
  await database.transaction(async (tx) => {
    for (const entry of told) await seedOne(parts, tx, entry);
    await writeInstallation(tx, { key: installed, value: { imports: told.length }, at: parts.clock.now() });
    await parts.audit.append(tx, {
      caller: systemCaller,
      action: 'demo.seeded',
      environment: 'live',
      subject: `sponsorship of ${told.length} imports`,
    });
  });
}

async function seedOne(parts: Pick<SponsorshipParts, 'newId'>, tx: Db, entry: Entry): Promise<void> {
  const subject = await readDecisionSubject(tx, 'live', entry.id);
  if (!subject) return;
  const common = { environment: 'live', importId: entry.id, username: subject.username } as const;
  const [request] = entry.requests;
  if (request) {
    await insertFullRequest(tx, {
      ...common,
      id: parts.newId(),
      source: 'operator_page',
      verified: true,
      by: subject.username ?? 'customer',
      askedAt: request.at,
    });
  }
  const decision = entry.decisions.at(-1);
  if (decision) {
    const { at, kind } = decision;
    const inserted = await insertDecision(
      tx,
      {
        ...common,
        id: parts.newId(),
        kind,
        state: 'proposed',
        proposedBy: by,
        proposedAt: at,
        policyVersion: 0,
        reason: 'From the demo’s history',
        createdAt: at,
      },
      { by, says: `${by} decided to ${kind} sponsorship` },
    );
    const step = { at, by };
    const { id } = inserted;
    await moveDecision(tx, {
      id,
      from: 'proposed',
      to: 'approved',
      set: { approvedBy: by, approvedAt: at },
      step: { ...step, says: `${by} approved` },
    });
    await moveDecision(tx, {
      id,
      from: 'approved',
      to: 'sending',
      set: { sentAt: at, sends: 1 },
      step: { ...step, says: 'sent to the service' },
    });
    const outcome = `The service answered 200 at ${clockTime(at)} UTC.`;
    await moveDecision(tx, {
      id,
      from: 'sending',
      to: 'confirmed',
      set: { answeredAt: at, answerStatus: 200, outcome },
      step: { at, by: 'service', says: outcome },
    });
    await closeRequests(tx, 'live', entry.id, { at, why: kind === 'reject' ? 'rejected' : 'accepted' });
  }
  await refreshDecisionSummary(tx, 'live', entry.id);
}
