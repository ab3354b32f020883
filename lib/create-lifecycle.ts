import path from 'node:path';
import { type BackgroundJob, startBackgroundJobs } from './core/background-jobs';
import type { Clock } from './core/clock';
import type { Log } from './core/log';
import type { Metrics } from './core/metrics';
import type { Settings } from './core/settings';
import type { StartTrace } from './core/span';
import type { Telemetry } from './core/telemetry/open-telemetry';
import type { LookupRecorder } from './imports/lookup/create-lookup-recorder';
import type { Poller } from './imports/poller/create-poller';
import { seedDemo, type SeedDemoDeps } from './imports/seed-demo';
import type { Mailer } from './outbox/delivery/create-mailer';
import { seedDemoSponsorship } from './sponsorship/seed-demo-sponsorship';
import type { SponsorshipDeps } from './sponsorship/sponsorship-deps';
import type { Database } from './store/database/database';
import { removeCopies } from './store/data-folder/copy-database';
import { type CommandHandlers, serveCommands } from './store/data-folder/command-socket';
import { changeChannel } from './store/events/changes';
import { drainDeliveries } from './webhooks/apply-deliveries';
import { saveRefused } from './webhooks/save-refused';
import type { WebhookDeps } from './webhooks/webhook-deps';

/** A decision still in flight after this becomes unknown when its lease expires. */
const closeTimeoutMs = 2000;

interface LifecycleDeps {
  settings: Settings;
  database: Database;
  client: { close(): Promise<void> };
  clock: Clock;
  log: Log;
  metrics: Metrics;
  startTrace: StartTrace | undefined;
  poller: Poller;
  commands: CommandHandlers;
  listJobs: (wakeJobs: () => void) => readonly BackgroundJob[];
  demo: SeedDemoDeps | undefined;
  sponsorship: SponsorshipDeps;
  feed: { close(): Promise<void> };
  webhooks: WebhookDeps;
  recorder: LookupRecorder;
  telemetry: Telemetry | undefined;
  mailer: Mailer | undefined;
}

/** Starts, drains and closes everything that runs without a request. */
export function createLifecycle(deps: LifecycleDeps) {
  const { settings, database, clock, log, metrics, startTrace, poller, commands, demo, sponsorship } = deps;
  let backgroundJobs: ReturnType<typeof startBackgroundJobs> | undefined;
  const wakeJobs = () => backgroundJobs?.wake();
  const wake = () => {
    wakeJobs();
    poller.wake();
  };
  const jobs = deps.listJobs(wakeJobs);
  let commandSocket: { close(): Promise<void> } | undefined;
  let isDraining = false;
  return {
    run: async () => {
      if (settings.embedded) {
        const folder = path.resolve(/* turbopackIgnore: true */ settings.dataFolder);
        await removeCopies(folder, clock.now());
        // Some shared folders do not support sockets.
        commandSocket = await serveCommands(folder, commands, log).catch((err: unknown) => {
          log.warn({ err }, 'commands such as npm run staff only work while the app is stopped');
          return undefined;
        });
      }
      poller.start();
      backgroundJobs = startBackgroundJobs({ clock, log, metrics, jobs, startTrace });
      // Without it, polls and jobs only start later.
      await database
        .listen(changeChannel, wake, wake)
        .catch((err: unknown) => log.warn({ err }, 'changes do not wake the poller and background jobs'));
      if (demo) {
        void seedDemo(demo)
          .then(() => seedDemoSponsorship(sponsorship, { url: demo.historyUrl, fetch }))
          .catch((error: unknown) => log.warn({ err: error }, 'loading the demo data failed'));
      }
    },
    isDraining: () => isDraining,
    /** Readiness returns 503, and no job and no item of a bulk run starts from now on: other instances take over. */
    drain: () => {
      isDraining = true;
      void backgroundJobs?.stop();
      void sponsorship.bulkRunner.stop();
    },
    close: async (graceMs = closeTimeoutMs) => {
      const timeout = new AbortController();
      try {
        const stopped = Promise.all([
          commandSocket?.close(),
          poller.stop(),
          backgroundJobs?.stop(),
          sponsorship.bulkRunner.stop(),
          deps.feed.close(),
          drainDeliveries(deps.webhooks)
            .then(() => saveRefused(deps.webhooks))
            .catch((err: unknown) => log.warn({ err }, 'the counts of refused webhooks could not be stored')),
          deps.recorder.drain(),
        ]);
        const closed = stopped.then(() => deps.client.close()).finally(() => deps.telemetry?.close());
        await Promise.race([closed, clock.sleep(graceMs, timeout.signal)]);
      } finally {
        timeout.abort();
        deps.mailer?.close();
        await database.close();
      }
    },
  };
}
