import { appendAudit } from '../audit/append-audit';
import { z } from 'zod';
import { systemCaller } from '../contract/caller';
import type { Db } from '../store/database/database';
import { insertDecision, readDecisionSubject, refreshDecisionSummary } from '../store/sponsorship/decisions';
import { closeRequests, insertFullRequest } from '../store/sponsorship/full-requests';
import { readInstallationValue, writeInstallationValue } from '../store/database/installation';
import { deleteOwnEvents } from '../store/outbox/events';
import { formatUtcTime } from './classify-outcome';
import type { SponsorshipDeps } from './sponsorship-deps';
import { transitionOrThrow } from './transition-decision';

const timestamp = z.number().transform((ms) => new Date(ms));
const historySchema = z.object({
  imports: z.array(
    z.object({
      id: z.string(),
      demo: z.boolean(),
      requests: z.array(z.object({ at: timestamp })),
      decisions: z.array(z.object({ kind: z.enum(['accept', 'reject']), at: timestamp })),
    }),
  ),
});
type Entry = z.infer<typeof historySchema>['imports'][number];

const seededKey = 'demo sponsorship seeded';
const demoApprover = 'Demo approver';

/** From the simulator’s ninety-day history, once. The imports must be seeded first. */
export async function seedDemoSponsorship(
  deps: Pick<SponsorshipDeps, 'database' | 'cipher' | 'clock' | 'newId'>,
  history: { url: string; fetch: typeof fetch },
): Promise<void> {
  const { database } = deps;
  if ((await readInstallationValue(database.db, seededKey)) !== undefined) return;
  const answer = await history.fetch(history.url, { signal: AbortSignal.timeout(30_000) });
  const { imports } = historySchema.parse(await answer.json());
  const entries = imports.filter((entry) => entry.demo && entry.requests.length + entry.decisions.length > 0);
  await database.transaction(async (tx) => {
    for (const entry of entries) await seedEntry(deps, tx, entry);
    // Customers are not written to about the past.
    await deleteOwnEvents(tx);
    await writeInstallationValue(tx, { key: seededKey, value: { imports: entries.length }, at: deps.clock.now() });
    await appendAudit(deps, tx, {
      caller: systemCaller,
      action: 'demo.seeded',
      environment: 'live',
      subject: `sponsorship of ${entries.length} imports`,
    });
  });
}

async function seedEntry(deps: Pick<SponsorshipDeps, 'newId'>, tx: Db, entry: Entry): Promise<void> {
  const subject = await readDecisionSubject(tx, 'live', entry.id);
  if (!subject) return;
  const common = { environment: 'live', importId: entry.id, username: subject.username } as const;
  const [request] = entry.requests;
  if (request) {
    await insertFullRequest(tx, {
      ...common,
      id: deps.newId(),
      source: 'operator_page',
      verified: true,
      by: subject.username ?? 'customer',
      requestedAt: request.at,
    });
  }
  const decision = entry.decisions.at(-1);
  if (decision) {
    const { at, kind } = decision;
    const proposed = await insertDecision(
      tx,
      {
        ...common,
        id: deps.newId(),
        kind,
        state: 'proposed',
        proposedBy: demoApprover,
        proposedAt: at,
        policyVersion: 0,
        reason: 'From the demo’s history',
        createdAt: at,
      },
      { by: demoApprover, explanation: `${demoApprover} decided to ${kind} sponsorship` },
    );
    const step = { at, by: demoApprover };
    const approved = await transitionOrThrow(
      tx,
      proposed,
      { type: 'approve', samePerson: false },
      {
        set: { approvedBy: demoApprover, approvedAt: at },
        step: { ...step, explanation: `${demoApprover} approved` },
      },
    );
    const sending = await transitionOrThrow(
      tx,
      approved,
      { type: 'claim' },
      {
        set: { sentAt: at, sends: 1 },
        step: { ...step, explanation: 'sent to the service' },
      },
    );
    const outcome = `Confirmed by the service at ${formatUtcTime(at)} UTC.`;
    await transitionOrThrow(
      tx,
      sending,
      { type: 'answer', outcome: 'confirmed' },
      {
        set: { answeredAt: at, answerStatus: 200, outcome },
        step: { at, by: 'service', explanation: outcome },
      },
    );
    await closeRequests(tx, 'live', entry.id, { at, reason: kind === 'reject' ? 'rejected' : 'accepted' });
  }
  await refreshDecisionSummary(tx, 'live', entry.id);
}
