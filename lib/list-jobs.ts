import { exportHead } from './audit/export-head';
import { sweepSessions } from './auth/sessions';
import { settleAttempts } from './imports/creation/settle-attempts';
import { followDemo } from './imports/seed-demo';
import { resumeErasures } from './data-protection/erase-customer';
import { prune } from './data-protection/prune';
import { createSendMailsJob } from './outbox/delivery/send-mails';
import { createSkipMailsJob } from './outbox/delivery/skip-mails';
import { createSendPostsJob } from './outbox/delivery/send-posts';
import { createMessageJob } from './outbox/create-message-job';
import { createConditionsJob } from './outbox/staff/detect-conditions';
import { closePointlessRequests, reopenRequests } from './sponsorship/close-pointless-requests';
import { resumeBulkRuns } from './sponsorship/bulk-decisions';
import { createLeaseJob } from './sponsorship/expire-leases';
import { addSampleRequests } from './sponsorship/add-sample-requests';
import { applyDuePolicy } from './sponsorship/apply-due-policy';
import { linkStartedImports } from './sponsorship/link-started-imports';
import { createSendJob } from './sponsorship/send-due-decisions';
import { sweepChanges } from './store/events/change-feed';
import { claimJob } from './store/database/claim-job';
import { removeOldCopies } from './store/data-folder/copy-database';
import { createSpaceReuse } from './store/database/create-space-reuse';
import { applyPendingDeliveries } from './webhooks/apply-deliveries';
import { saveRefused } from './webhooks/save-refused';
import type { Clock } from './core/clock';
import type { BackgroundJob } from './core/background-jobs';
import type { Settings } from './core/settings';
import type { Telemetry } from './core/telemetry/open-telemetry';
import type { StoredResponses } from './auth/stored-responses';
import type { DataProtectionDeps } from './data-protection/data-protection-deps';
import type { CreationDeps } from './imports/creation/creation-deps';
import type { ImportsDeps } from './imports/imports-deps';
import type { DeliveryDeps } from './outbox/delivery/delivery-deps';
import type { OutboxDeps } from './outbox/outbox-deps';
import type { SponsorshipDeps } from './sponsorship/sponsorship-deps';
import type { Database } from './store/database/database';

/** For jobs that have work only after a change. The interval is the longest wait if this instance missed the change. */
const afterChanges = { everyMs: 30_000, early: { afterMs: 5000 } };

interface JobDeps {
  settings: Settings;
  database: Database;
  clock: Clock;
  auth: Parameters<typeof sweepSessions>[0];
  responses: StoredResponses;
  connection: { refresh(): Promise<unknown> };
  client: Parameters<typeof createConditionsJob>[0]['client'];
  creation: CreationDeps;
  imports: ImportsDeps;
  sponsorship: SponsorshipDeps;
  webhooks: Parameters<typeof applyPendingDeliveries>[0];
  outbox: OutboxDeps;
  delivery: DeliveryDeps;
  /** Without it, e-mails are skipped. */
  mailer: Parameters<typeof createSendMailsJob>[1] | undefined;
  dataProtection: DataProtectionDeps;
  demo: Parameters<typeof followDemo>[0] | undefined;
  telemetry: Telemetry | undefined;
  /** Only if the database may have another clock than this machine. */
  adjustClock: (() => Promise<void>) | undefined;
  wakeJobs(): void;
}

/** Every instance runs every job; rows are claimed, so each is processed once. */
export function listJobs(deps: JobDeps): BackgroundJob[] {
  const { settings, database, sponsorship, outbox, webhooks, dataProtection, demo, telemetry, mailer } = deps;
  const { auditHeads: target, publicOrigin } = settings;
  const onOneInstance = (everyS: number, job: BackgroundJob): BackgroundJob => ({
    ...job,
    claim: () => claimJob(database.db, job.name, everyS),
  });
  return [
    createLeaseJob(sponsorship),
    createSendJob(sponsorship),
    { name: 'name started imports', ...afterChanges, run: () => linkStartedImports(sponsorship) },
    { name: 'pointless requests', ...afterChanges, run: () => closePointlessRequests(sponsorship) },
    { name: 'reopened requests', everyMs: 30_000, run: () => reopenRequests(sponsorship) },
    { name: 'bulk decisions', everyMs: 30_000, run: (signal) => resumeBulkRuns(sponsorship, signal) },
    // It calls the service.
    onOneInstance(15, {
      name: 'lost creations',
      everyMs: 15_000,
      run: (signal) => settleAttempts(deps.creation, signal),
    }),
    { name: 'pending policy', everyMs: 60_000, run: () => applyDuePolicy(sponsorship) },
    { name: 'sample requests', everyMs: 30_000, run: () => addSampleRequests(sponsorship) },
    { name: 'webhook deliveries', everyMs: 15_000, run: (signal) => applyPendingDeliveries(webhooks, signal) },
    { name: 'refused webhooks', everyMs: 5000, run: () => saveRefused(webhooks) },
    // The jobs that send messages were woken by the same change, and have found nothing yet.
    createMessageJob(outbox, deps.wakeJobs),
    mailer ? createSendMailsJob(deps.delivery, mailer) : createSkipMailsJob(outbox),
    createSendPostsJob(deps.delivery),
    createConditionsJob({ ...outbox, stuck: deps.imports.stuck, client: deps.client }),
    { name: 'old changes', everyMs: 3_600_000, run: () => sweepChanges(database.db, 86_400) },
    { name: 'old responses', everyMs: 3_600_000, run: () => deps.responses.sweep() },
    onOneInstance(3500, { name: 'retention', everyMs: 3_600_000, run: (signal) => prune(dataProtection, signal) }),
    onOneInstance(55, {
      name: 'unfinished erasures',
      everyMs: 60_000,
      run: (signal) => resumeErasures(dataProtection, signal),
    }),
    ...(deps.adjustClock ? [{ name: 'clock', everyMs: 60_000, run: deps.adjustClock }] : []),
    { name: 'old sessions', everyMs: 86_400_000, run: () => sweepSessions(deps.auth) },
    // What an admin entered on another instance. With the simulator it is not used.
    ...(database.engine === 'postgres' && !settings.service.simulated
      ? [{ name: 'connection', everyMs: 15_000, run: () => deps.connection.refresh(), early: { afterMs: 1000 } }]
      : []),
    // PostgreSQL does this by itself.
    ...(database.engine === 'pglite'
      ? [
          { name: 'freed space', everyMs: 30_000, run: createSpaceReuse(database), early: { afterMs: 1000 } },
          { name: 'old copies', everyMs: 3_600_000, run: () => removeOldCopies(settings.dataFolder, deps.clock.now()) },
        ]
      : []),
    ...(demo ? [{ name: 'demo imports', everyMs: 30_000, run: () => followDemo(demo) }] : []),
    ...(target
      ? [
          onOneInstance(3600, {
            name: 'audit heads',
            everyMs: 60_000,
            run: (signal) => exportHead({ database, clock: deps.clock, publicOrigin, target, fetch }, signal),
          }),
        ]
      : []),
    ...(telemetry?.sendMetrics
      ? [{ name: 'metrics export', everyMs: telemetry.metricsEveryMs, run: telemetry.sendMetrics }]
      : []),
  ];
}
