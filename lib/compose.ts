import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { createAuditCommands } from './audit/audit-commands';
import { createAudit, type Audit } from './audit/create-audit';
import { createAuth, type Auth } from './auth/create-auth';
import { disableDemoAccounts, ensureDemoAccounts, type DemoAccount } from './auth/ensure-demo-accounts';
import { createStaffCommands } from './auth/staff-commands';
import { startBackgroundJobs, type BackgroundJob } from './core/background-jobs';
import { systemClock, type Clock } from './core/clock';
import { loadOrMakeKeys } from './core/keys';
import { createLog, type Log } from './core/log';
import { createMetrics, type Metrics } from './core/metrics';
import { createSealer } from './core/seal';
import type { Settings } from './core/settings';
import type { CreationParts } from './imports/creation/creation-parts';
import { settleAttempts } from './imports/creation/settle-attempts';
import { describeRedirect } from './imports/describe-redirect';
import { createObserver } from './imports/observe';
import { readDetail } from './imports/read-detail';
import { rebuild } from './imports/rebuild';
import type { RecordParts } from './imports/record-parts';
import { seedDemo } from './imports/seed-demo';
import { createStuckRule } from './imports/stuck';
import { createWatchPlanner } from './imports/watcher/create-watch-planner';
import { describeWatcher } from './imports/watcher/describe-watcher';
import { createWatcher } from './imports/watcher/run-watcher';
import { watchFreshness } from './imports/watcher/watch-freshness';
import { createInsights, type Insights } from './insights/create-insights';
import type { ConnectionParts } from './insights/read-connection';
import { createFeed, type Feed } from './live/feed';
import { createServiceClient } from './service/create-service-client';
import { createToolCatalog, type ToolCatalog } from './service/list-source-tools';
import { readDialectFile } from './service/read-dialect-file';
import type { ServiceClient } from './service/service-client';
import { createNotify } from './sponsorship/create-notify';
import { workOpenBulks } from './sponsorship/decide-in-bulk';
import { expireLeases } from './sponsorship/expire-leases';
import { fileSampleRequests } from './sponsorship/file-sample-requests';
import { nameStartedImports } from './sponsorship/name-started-imports';
import { seedDemoSponsorship } from './sponsorship/seed-demo-sponsorship';
import { sendDueDecisions } from './sponsorship/send-due-decisions';
import type { SponsorshipParts } from './sponsorship/sponsorship-parts';
import { toDecision } from './sponsorship/to-decision';
import { createCustomerLinks } from './start/customer-links';
import type { StartParts } from './start/start-parts';
import { createBudgetRow } from './store/budget';
import { sweepChanges } from './store/change-feed';
import { claimJob } from './store/claim-job';
import { serveCommands, type CommandHandlers } from './store/command-socket';
import type { Database } from './store/database';
import { openDatabase } from './store/open-database';
import { listSeenToolFamilies, loadToolList, saveToolList } from './store/tool-lists';
import { createWebhooks, type Webhooks } from './webhooks/create-webhooks';

/** The app, put together from parsed settings. The server, the commands and the tests all use this one. */
export interface Landfall {
  settings: Settings;
  log: Log;
  metrics: Metrics;
  clock: Clock;
  database: Database;
  client: ServiceClient;
  audit: Audit;
  auth: Auth;
  webhooks: Webhooks;
  feed: Feed;
  insights: Insights;
  connection: ConnectionParts;
  tools: ToolCatalog;
  record: RecordParts;
  creation: CreationParts;
  sponsorship: SponsorshipParts;
  start: StartParts;
  demoAccounts: readonly DemoAccount[];
  /** The operations behind `npm run staff`, `npm run audit` and `npm run rebuild`. */
  commands: CommandHandlers;
  /** Starts the watcher, the background jobs and, with the embedded database, the command socket. Commands compose without it. */
  run(): Promise<void>;
  close(): Promise<void>;
}

/** Share of the budget that the watcher plans with; people come first whatever it plans. */
const watcherShare = 0.4;

/** How long closing waits for what is under way. A decision left behind becomes unknown when its lease expires. */
const closeWithinMs = 2000;

export async function compose(settings: Settings, options: { clock?: Clock; log?: Log } = {}): Promise<Landfall> {
  const clock = options.clock ?? systemClock;
  const random = Math.random;
  const newId = randomUUID;
  const keys = readKeys(settings);
  const log = options.log ?? createLog({ level: settings.logLevel, secrets: secretsOf(settings, keys) });
  const metrics = createMetrics({ processMetrics: true });
  const sealer = createSealer(keys.landfallKeys);
  const dialect = readDialectFile(settings.service.dialectPath);
  const database = await openDatabase({
    ...(settings.databaseUrl ? { url: settings.databaseUrl } : { folder: settings.dataFolder }),
    clock,
    log,
  });
  const audit = createAudit({ clock });
  const auth = createAuth({ database, clock, audit, log, settings, secret: keys.nextAuthSecret });
  const budget = createBudgetRow({ database, ratePerS: settings.service.ratePerS, clock, random });
  const client = createServiceClient({
    ...settings.service,
    dialect,
    budget,
    clock,
    random,
    log,
    onEvent: metrics.serviceCall,
  });
  const planner = createWatchPlanner({ database, random, sharePerS: watcherShare * settings.service.ratePerS });
  const observer = createObserver({ database, sealer, afterObserve: planner.afterObserve });
  const webhooks = createWebhooks({
    database,
    sealer,
    clock,
    log,
    metrics,
    audit,
    observer,
    dialect,
    settings: settings.webhook,
    publicOrigin: settings.publicOrigin,
  });
  const feed = createFeed({ database, clock, log, onCount: metrics.streams });
  watchFreshness(metrics, database.db, planner);
  const { publicOrigin } = settings;
  const sponsorship: SponsorshipParts = {
    database,
    client,
    audit,
    clock,
    random,
    newId,
    log,
    whoPays: settings.whoPays,
    notify: createNotify({ url: settings.notifyUrl, publicOrigin, fetch, clock, log }),
    observeGone: async (environment, importId) => {
      const seenAt = clock.now();
      await observer.observe({ environment, importId, source: 'decision', status: null, gone: true, seenAt });
    },
  };
  const creation: CreationParts = {
    database,
    client,
    observer,
    audit,
    sealer,
    clock,
    log,
    redirect: { hosts: settings.service.redirectHosts, serviceUrl: settings.service.url },
  };
  const links = createCustomerLinks({ sealer, clock });
  const tools = createToolCatalog({
    client,
    load: (environment, family) => loadToolList(database.db, environment, family),
    save: (environment, family, kept) => saveToolList(database.db, environment, family, kept),
    families: async (environment) => [
      ...settings.service.families,
      ...(await listSeenToolFamilies(database.db, environment)),
    ],
    clock,
    log,
  });
  const record: RecordParts = {
    database,
    client,
    observer,
    sealer,
    audit,
    clock,
    log,
    newId,
    stuck: createStuckRule({ database, clock }),
    whoPays: settings.whoPays,
    families: settings.service.families,
    toDecision,
  };
  const start: StartParts = {
    ...creation,
    newId,
    links,
    publicOrigin,
    startPage: settings.startPage,
    whoPays: settings.whoPays,
    sponsorship,
    readRecord: (importId) => readDetail(record, 'live', importId),
  };
  const demoAccounts = settings.demo
    ? await ensureDemoAccounts({ database, clock, audit, folder: settings.dataFolder })
    : await disableDemoAccounts({ database, clock, audit }).then(() => []);

  const watcher = createWatcher(
    { database, client, observer, planner, clock, random, log, metrics, instance: `${hostname()} ${process.pid}` },
    { sharePerS: watcherShare * settings.service.ratePerS },
  );
  // Every instance runs every job: each row is claimed or changes only once, whoever comes first.
  const jobs: BackgroundJob[] = [
    { name: 'expire leases', everyMs: 5000, run: () => expireLeases(sponsorship) },
    { name: 'send due decisions', everyMs: 5000, run: (signal) => sendDueDecisions(sponsorship, signal) },
    { name: 'name started imports', everyMs: 5000, run: () => nameStartedImports(sponsorship) },
    { name: 'bulk decisions', everyMs: 15_000, run: (signal) => workOpenBulks(sponsorship, signal) },
    {
      name: 'lost creations',
      everyMs: 15_000,
      run: async (signal) => {
        // It asks the service, which several instances would do for the same creation.
        if (await claimJob(database.db, 'lost creations', 15)) await settleAttempts(creation, signal);
      },
    },
    { name: 'sample requests', everyMs: 30_000, run: () => fileSampleRequests(sponsorship) },
    { name: 'webhook deliveries', everyMs: 15_000, run: (signal) => webhooks.applyPending(signal) },
    { name: 'old changes', everyMs: 3_600_000, run: () => sweepChanges(database.db, 86_400) },
    { name: 'old sessions', everyMs: 86_400_000, run: () => auth.sweep() },
  ];
  const commands: CommandHandlers = {
    ...createStaffCommands(auth),
    ...createAuditCommands(database),
    'imports.rebuild': (_args, signal) => rebuild(database, signal),
  };
  let commandSocket: { close(): Promise<void> } | undefined;
  let backgroundJobs: { stop(): Promise<void> } | undefined;
  return {
    settings,
    log,
    metrics,
    clock,
    database,
    client,
    audit,
    auth,
    webhooks,
    tools,
    record,
    feed,
    insights: createInsights({ database, clock }),
    connection: {
      db: database.db,
      settings,
      health: (environment) => client.health(environment),
      fieldsNotFound: () => metrics.fieldsNotFound(),
      lastRedirect: () => describeRedirect(creation),
      webhookSetup: () => webhooks.setup(),
      watcher: () => describeWatcher(database.db, planner, watcherShare * settings.service.ratePerS),
    },
    creation,
    sponsorship,
    start,
    demoAccounts,
    commands,
    run: async () => {
      if (settings.embedded) {
        const folder = path.resolve(/* turbopackIgnore: true */ settings.dataFolder);
        // Some shared folders cannot hold a socket. The app works without it; commands then need the app stopped.
        commandSocket = await serveCommands(folder, commands, log).catch((err: unknown) => {
          log.warn({ err }, 'commands such as npm run staff only work while the app is stopped');
          return undefined;
        });
      }
      watcher.start();
      backgroundJobs = startBackgroundJobs({ clock, log, metrics, jobs });
      const { simulatorOrigin } = settings.service;
      if (settings.demo && simulatorOrigin !== undefined) {
        const historyUrl = `${simulatorOrigin}/control/history`;
        void seedDemo({ database, observer, sealer, clock, log, historyUrl, fetch })
          .then(() => seedDemoSponsorship(sponsorship, { url: historyUrl, fetch }))
          .catch((error: unknown) => log.warn({ err: error }, 'the demo data could not be taken over'));
      }
    },
    close: async () => {
      const waited = new AbortController();
      try {
        const stopped = Promise.all([
          commandSocket?.close(),
          watcher.stop(),
          backgroundJobs?.stop(),
          feed.close(),
          webhooks.settle(),
        ]);
        await Promise.race([stopped.then(() => client.close()), clock.sleep(closeWithinMs, waited.signal)]);
      } finally {
        waited.abort();
        await database.close();
      }
    },
  };
}

/** In the embedded default the keys are made once into the data folder; otherwise the settings demand them. */
function readKeys(settings: Settings): { nextAuthSecret: string; landfallKeys: readonly string[] } {
  if (settings.nextAuthSecret !== undefined && settings.landfallKeys !== undefined) {
    return { nextAuthSecret: settings.nextAuthSecret, landfallKeys: settings.landfallKeys };
  }
  const made = loadOrMakeKeys(settings.dataFolder);
  return {
    nextAuthSecret: settings.nextAuthSecret ?? made.nextAuthSecret,
    landfallKeys: settings.landfallKeys ?? [made.landfallKey],
  };
}

function secretsOf(settings: Settings, keys: { nextAuthSecret: string; landfallKeys: readonly string[] }): string[] {
  const databasePassword = settings.databaseUrl === undefined ? undefined : new URL(settings.databaseUrl).password;
  const optional = [
    settings.databaseUrl,
    databasePassword,
    settings.oidc?.clientSecret,
    settings.metricsToken,
    settings.notifyUrl,
    settings.service.password,
  ];
  return [
    settings.service.token,
    keys.nextAuthSecret,
    ...keys.landfallKeys,
    ...settings.webhook.secrets,
    ...optional.filter((secret) => secret !== undefined),
  ];
}
