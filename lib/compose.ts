import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { createAuditCommands } from './audit/audit-commands';
import { convertAudit } from './audit/convert-audit';
import { exportHead } from './audit/export-head';
import { createAuth } from './auth/create-auth';
import { disableDemoAccounts, ensureDemoAccounts } from './auth/ensure-demo-accounts';
import { sweepSessions } from './auth/sessions';
import { createStaffCommands } from './auth/staff-commands';
import { checkDatabasePurpose } from './connection/check-database-purpose';
import { createConnection } from './connection/create-connection';
import { goLive, removeUnfinishedFolders, type GoLiveRequest } from './connection/go-live';
import { startBackgroundJobs, type BackgroundJob } from './core/background-jobs';
import { systemClock, type Clock } from './core/clock';
import { loadOrCreateKeys } from './core/keys';
import { createLog, type Log } from './core/log';
import { createMetrics } from './core/metrics';
import { createCipher } from './core/cipher';
import type { Settings } from './core/settings';
import type { CreationDeps } from './imports/creation/creation-deps';
import { settleAttempts } from './imports/creation/settle-attempts';
import { createLookupRecorder } from './imports/lookup/create-lookup-recorder';
import { rebuild } from './imports/observations/rebuild';
import type { ImportsDeps } from './imports/imports-deps';
import { followDemo, seedDemo } from './imports/seed-demo';
import { createStuckRule } from './imports/stuck-rule';
import { createDurationStatistics } from './imports/usual-durations';
import { createPopularTools } from './imports/popular-tools';
import { createToolCatalog } from './imports/tool-catalog';
import { createPollPlanner } from './imports/poller/create-poll-planner';
import { registerPollerMetrics } from './imports/poller/register-poller-metrics';
import { createPoller } from './imports/poller/create-poller';
import type { DataProtectionDeps } from './data-protection/data-protection-deps';
import { resumeErasures } from './data-protection/erase-customer';
import { prune } from './data-protection/prune';
import { createPageSessions } from './http/create-page-sessions';
import { createInsights } from './insights/create-insights';
import { createMailbox, createMailer } from './outbox/delivery/create-mailer';
import type { DeliveryDeps } from './outbox/delivery/delivery-deps';
import { createMailCommands } from './outbox/delivery/mail-commands';
import { readSmtpUrl } from './outbox/delivery/read-smtp-url';
import { registerMessageMetrics } from './outbox/delivery/register-message-metrics';
import { createMailJob } from './outbox/delivery/send-mails';
import { createSkipMailsJob } from './outbox/delivery/skip-mails';
import { createPostJob } from './outbox/delivery/send-posts';
import { createMessageJob } from './outbox/create-message-job';
import { decryptContentText, encryptContentText } from './outbox/message-content';
import { detectConditions } from './outbox/staff/detect-conditions';
import type { OutboxDeps } from './outbox/outbox-deps';
import { createKeyCommands } from './keys/key-commands';
import { recordKeyInUse } from './keys/retired-keys';
import { createFeed } from './live/feed';
import { readDialectFile } from './service/dialect/parse-dialect';
import { closePointlessRequests, reopenRequests } from './sponsorship/close-pointless-requests';
import { resumeBulkRuns } from './sponsorship/bulk-decisions';
import { createLeaseJob } from './sponsorship/expire-leases';
import { addSampleRequests } from './sponsorship/add-sample-requests';
import { applyDuePolicy } from './sponsorship/apply-due-policy';
import { linkStartedImports } from './sponsorship/link-started-imports';
import { seedDemoSponsorship } from './sponsorship/seed-demo-sponsorship';
import { createSendJob } from './sponsorship/send-due-decisions';
import type { SponsorshipDeps } from './sponsorship/sponsorship-deps';
import { migrationLinkDays, type StartDeps } from './start/start-deps';
import { createRequestBudget } from './store/service-calls/request-budget';
import { sweepChanges } from './store/events/change-feed';
import { changeChannel } from './store/events/changes';
import { claimJob } from './store/database/claim-job';
import { createDatabaseClock } from './store/database/create-database-clock';
import { createDatabaseHealth } from './store/database/create-database-health';
import { serveCommands, type CommandHandlers } from './store/data-folder/command-socket';
import { createSpaceReuse } from './store/database/create-space-reuse';
import { openDatabase } from './store/database/open-database';
import { applyPendingDeliveries, drainDeliveries } from './webhooks/apply-deliveries';
import { createWebhooks } from './webhooks/create-webhooks';
import { maskBody } from './webhooks/mask-body';
import { saveRefused } from './webhooks/save-refused';
import { bodyCipherPurpose } from './webhooks/webhook-deps';

export type Landfall = Awaited<ReturnType<typeof compose>>;

/** The poller's share of the request budget. Calls for people always take precedence. */
const pollerShare = 0.4;

/** A decision still in flight after this becomes unknown when its lease expires. */
const closeTimeoutMs = 2000;

/** For jobs that have work only after a change. The interval is the longest wait if this instance missed the change. */
const afterChanges = { everyMs: 30_000, early: { afterMs: 5000 } };

interface ComposeOptions {
  clock?: Clock;
  log?: Log;
  /** Asks for a restart of the process; false if nothing would start it again. */
  requestRestart?: () => boolean;
}

export async function compose(settings: Settings, options: ComposeOptions = {}) {
  const machineClock = options.clock ?? systemClock;
  const random = Math.random;
  const newId = randomUUID;
  const keys = readKeys(settings);
  const secrets = collectSecrets(settings, keys);
  const log = options.log ?? createLog({ level: settings.logLevel, secrets });
  const metrics = createMetrics({ processMetrics: true, clock: machineClock });
  const cipher = createCipher(keys.landfallKeys);
  const configuredDialect = readDialectFile(settings.service.dialectPath);
  const database = await openDatabase({
    ...(settings.databaseUrl
      ? { url: settings.databaseUrl, ownerUrl: settings.databaseOwnerUrl }
      : { folder: settings.dataFolder }),
    clock: machineClock,
    log,
  });
  const databaseClock = createDatabaseClock({ database, clock: machineClock, log });
  // The embedded database has the clock of this machine, and a test sets its own.
  const hasOtherClock = database.engine === 'postgres' && options.clock === undefined;
  const clock = hasOtherClock ? databaseClock.clock : machineClock;
  if (hasOtherClock) await databaseClock.adjust();
  await checkDatabasePurpose({ database, clock, settings }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  await recordKeyInUse({ database, cipher });
  await convertAudit({ database, cipher, clock, log });
  const { publicOrigin, whoPays } = settings;
  const auth = createAuth({ database, cipher, clock, log, settings, secret: keys.nextAuthSecret });
  const requestBudget = createRequestBudget({ database, ratePerS: settings.service.ratePerS, clock, random });
  const connection = await createConnection({
    database,
    cipher,
    settings,
    configuredDialect,
    requestBudget,
    clock,
    random,
    log,
    onEvent: metrics.serviceCall,
    hideSecrets: (entered) => secrets.push(...entered),
  });
  const { client } = connection;
  const sharePerS = pollerShare * settings.service.ratePerS;
  const planner = createPollPlanner({ database, random, sharePerS });
  const observer = { database, cipher, afterObserve: planner.afterObserve };
  const common = { database, client, cipher, clock, log };
  const { dialect, webhook, redirect } = connection;
  const webhooks = createWebhooks({ ...common, metrics, observer, dialect, settings: webhook });
  const feed = createFeed({ database, clock, log, onCount: metrics.streams });
  registerPollerMetrics(metrics, database.db, planner);
  const sponsorship: SponsorshipDeps = {
    ...common,
    random,
    newId,
    whoPays,
    holdMs: settings.decisionHoldS * 1000,
    observer,
  };
  const creation: CreationDeps = { ...common, observer, redirect };
  const tools = createToolCatalog({ ...common, families: settings.service.families });
  const popularTools = createPopularTools({ database, clock, log });
  const imports: ImportsDeps = {
    ...common,
    observer,
    newId,
    stuck: createStuckRule({ database, clock }),
    whoPays,
    families: settings.service.families,
    recorder: createLookupRecorder({ database, observer, clock, log }),
  };
  const mail: OutboxDeps['mail'] = settings.mail
    ? { mode: 'smtp', from: settings.mail.from }
    : { mode: settings.demo ? 'mailbox' : 'off', from: null };
  const start: StartDeps = {
    ...creation,
    newId,
    publicOrigin,
    startPage: settings.startPage,
    whoPays,
    mailMode: mail.mode,
    tools,
    popularTools,
    sponsorship,
    detail: imports,
    durations: createDurationStatistics({ database, clock }),
  };
  const outbox: OutboxDeps = {
    database,
    cipher,
    clock,
    random,
    newId,
    log,
    publicOrigin,
    whoPays,
    mail,
    notifyUrl: settings.notifyUrl,
  };
  const mailer = settings.mail
    ? createMailer({ from: settings.mail.from, publicOrigin, clock }, readSmtpUrl(settings.mail.smtpUrl))
    : outbox.mail.mode === 'mailbox'
      ? createMailbox()
      : undefined;
  const delivery: DeliveryDeps = { ...outbox, fetch, metrics };
  registerMessageMetrics(metrics, database.db);
  const dataProtection: DataProtectionDeps = {
    database,
    cipher,
    clock,
    log,
    newId,
    openDelivery: (encrypted) => cipher.decrypt(bodyCipherPurpose, encrypted),
    openMessage: (encrypted) => decryptContentText({ cipher }, encrypted),
    encryptMessage: (text) => encryptContentText({ cipher }, text),
    mask: maskBody,
    resumeDays: migrationLinkDays,
  };
  if (settings.demo) await removeUnfinishedFolders(settings.dataFolder);
  const demoAccounts = settings.demo
    ? await ensureDemoAccounts({ database, cipher, clock, folder: settings.dataFolder })
    : await disableDemoAccounts({ database, cipher, clock }).then(() => []);

  const poller = createPoller(
    { database, client, observer, planner, clock, random, log, metrics, instance: `${hostname()} ${process.pid}` },
    // Fewer at a low rate, so that none waits for the budget until its deadline.
    { maxInFlight: Math.min(16, Math.ceil(sharePerS * 4)) },
  );
  let backgroundJobs: ReturnType<typeof startBackgroundJobs> | undefined;
  const wakeJobs = () => backgroundJobs?.wake();
  // Every instance runs every job; rows are claimed, so each is processed once.
  const jobs: BackgroundJob[] = [
    createLeaseJob(sponsorship),
    createSendJob(sponsorship),
    { name: 'name started imports', ...afterChanges, run: () => linkStartedImports(sponsorship) },
    { name: 'pointless requests', ...afterChanges, run: () => closePointlessRequests(sponsorship) },
    { name: 'reopened requests', everyMs: 30_000, run: () => reopenRequests(sponsorship) },
    { name: 'bulk decisions', everyMs: 15_000, run: (signal) => resumeBulkRuns(sponsorship, signal) },
    {
      name: 'lost creations',
      everyMs: 15_000,
      run: async (signal) => {
        // One instance at a time, because it calls the service.
        if (await claimJob(database.db, 'lost creations', 15)) await settleAttempts(creation, signal);
      },
    },
    { name: 'pending policy', everyMs: 60_000, run: () => applyDuePolicy(sponsorship) },
    { name: 'sample requests', everyMs: 30_000, run: () => addSampleRequests(sponsorship) },
    { name: 'webhook deliveries', everyMs: 15_000, run: (signal) => applyPendingDeliveries(webhooks, signal) },
    { name: 'refused webhooks', everyMs: 5000, run: () => saveRefused(webhooks) },
    // The jobs that send messages were woken by the same change, and have found nothing yet.
    createMessageJob(outbox, () => wakeJobs()),
    mailer ? createMailJob(delivery, mailer) : createSkipMailsJob(outbox),
    createPostJob(delivery),
    {
      name: 'conditions for staff',
      everyMs: 60_000,
      run: async () => {
        if (await claimJob(database.db, 'conditions for staff', 55)) {
          await detectConditions({ ...outbox, client, stuck: imports.stuck });
        }
      },
    },
    { name: 'old changes', everyMs: 3_600_000, run: () => sweepChanges(database.db, 86_400) },
    {
      name: 'retention',
      everyMs: 3_600_000,
      run: async (signal) => {
        if (await claimJob(database.db, 'retention', 3500)) await prune(dataProtection, signal);
      },
    },
    {
      name: 'unfinished erasures',
      everyMs: 60_000,
      run: async (signal) => {
        if (await claimJob(database.db, 'unfinished erasures', 55)) await resumeErasures(dataProtection, signal);
      },
    },
    ...(hasOtherClock ? [{ name: 'clock', everyMs: 60_000, run: databaseClock.adjust }] : []),
    { name: 'old sessions', everyMs: 86_400_000, run: () => sweepSessions(auth) },
    // What an admin entered on another instance. With the simulator it is not used.
    ...(database.engine === 'postgres' && !settings.service.simulated
      ? [{ name: 'connection', everyMs: 15_000, run: () => connection.refresh(), early: { afterMs: 1000 } }]
      : []),
    // PostgreSQL does this by itself.
    ...(database.engine === 'pglite'
      ? [{ name: 'freed space', everyMs: 30_000, run: createSpaceReuse(database), early: { afterMs: 1000 } }]
      : []),
  ];
  const { simulatorOrigin } = settings.service;
  const demo =
    settings.demo && simulatorOrigin !== undefined
      ? { database, observer, cipher, clock, log, historyUrl: `${simulatorOrigin}/control/history`, fetch }
      : undefined;
  if (demo) jobs.push({ name: 'demo imports', everyMs: 15_000, run: () => followDemo(demo) });
  const { auditHeads: target } = settings;
  if (target !== undefined) {
    const headExport = { database, clock, publicOrigin, target, fetch };
    jobs.push({ name: 'audit heads', everyMs: 60_000, run: (signal) => exportHead(headExport, signal) });
  }
  const commands: CommandHandlers = {
    ...createStaffCommands(auth),
    ...createAuditCommands({ database, cipher }),
    ...createKeyCommands({ database, cipher, clock }),
    ...createMailCommands(outbox),
    'imports.rebuild': (_args, signal) => rebuild(database, signal),
  };
  const databaseHealth = createDatabaseHealth({ database, clock, log });
  let commandSocket: { close(): Promise<void> } | undefined;
  return {
    ...common,
    settings,
    metrics,
    auth,
    connection,
    requestBudget,
    webhooks,
    tools,
    imports,
    feed,
    insights: createInsights({ database, clock }),
    databaseHealth,
    pageSessions: createPageSessions({ auth, databaseHealth, clock, log }),
    planner,
    creation,
    sponsorship,
    start,
    outbox,
    dataProtection,
    demoAccounts,
    commands,
    /** Here, because a route that imported it would contain a database of its own. */
    goLive: (request: GoLiveRequest) =>
      goLive({ ...common, settings, requestRestart: options.requestRestart ?? (() => false) }, request),
    run: async () => {
      if (settings.embedded) {
        const folder = path.resolve(/* turbopackIgnore: true */ settings.dataFolder);
        // Some shared folders do not support sockets.
        commandSocket = await serveCommands(folder, commands, log).catch((err: unknown) => {
          log.warn({ err }, 'commands such as npm run staff only work while the app is stopped');
          return undefined;
        });
      }
      poller.start();
      backgroundJobs = startBackgroundJobs({ clock, log, metrics, jobs });
      // Without it, jobs only start later.
      await database
        .listen(changeChannel, wakeJobs, wakeJobs)
        .catch((err: unknown) => log.warn({ err }, 'changes do not wake background jobs'));
      if (demo) {
        void seedDemo(demo)
          .then(() => seedDemoSponsorship(sponsorship, { url: demo.historyUrl, fetch }))
          .catch((error: unknown) => log.warn({ err: error }, 'loading the demo data failed'));
      }
    },
    close: async () => {
      const timeout = new AbortController();
      try {
        const stopped = Promise.all([
          commandSocket?.close(),
          poller.stop(),
          backgroundJobs?.stop(),
          feed.close(),
          drainDeliveries(webhooks),
          imports.recorder.drain(),
        ]);
        await Promise.race([stopped.then(() => client.close()), clock.sleep(closeTimeoutMs, timeout.signal)]);
      } finally {
        timeout.abort();
        mailer?.close();
        await database.close();
      }
    },
  };
}

/** Generated once in the data folder when the settings have no keys. */
function readKeys(settings: Settings): { nextAuthSecret: string; landfallKeys: readonly string[] } {
  if (settings.nextAuthSecret !== undefined && settings.landfallKeys !== undefined) {
    return { nextAuthSecret: settings.nextAuthSecret, landfallKeys: settings.landfallKeys };
  }
  const generated = loadOrCreateKeys(settings.dataFolder);
  return {
    nextAuthSecret: settings.nextAuthSecret ?? generated.nextAuthSecret,
    landfallKeys: settings.landfallKeys ?? [generated.landfallKey, ...generated.olderKeys],
  };
}

function collectSecrets(settings: Settings, keys: ReturnType<typeof readKeys>): string[] {
  const databaseUrls = [settings.databaseUrl, settings.databaseOwnerUrl].filter((url) => url !== undefined);
  const optional = [
    ...databaseUrls.flatMap((url) => [url, new URL(url).password]),
    settings.oidc?.clientSecret,
    settings.metricsToken,
    settings.notifyUrl,
    ...(settings.mail ? [settings.mail.smtpUrl, decodeURIComponent(new URL(settings.mail.smtpUrl).password)] : []),
    settings.auditHeads && 'url' in settings.auditHeads ? settings.auditHeads.url : undefined,
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
