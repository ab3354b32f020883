import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { createAuditCommands } from './audit/audit-commands';
import { convertAudit } from './audit/convert-audit';
import { createAuth } from './auth/create-auth';
import { disableDemoAccounts, ensureDemoAccounts } from './auth/ensure-demo-accounts';
import { createStoredResponses } from './auth/stored-responses';
import { createStaffCommands } from './auth/staff-commands';
import { checkDatabasePurpose } from './connection/check-database-purpose';
import { createBackupCommands } from './backup/backup-commands';
import { checkRestoreFinished } from './backup/finish-restore';
import { createConnection } from './connection/create-connection';
import { goLive, removeUnfinishedFolders, type GoLiveRequest } from './connection/go-live';
import type { Environment } from './contract/environment';
import { channels } from './contract/outbox';
import { verdicts } from './contract/webhooks';
import { systemClock, type Clock } from './core/clock';
import { createLog, type Log } from './core/log';
import { createMetrics, type Metrics } from './core/metrics';
import { createCipher } from './core/cipher';
import { collectSecrets, readKeys } from './core/read-keys';
import type { Settings } from './core/settings';
import type { Telemetry } from './core/telemetry/open-telemetry';
import type { CreationDeps } from './imports/creation/creation-deps';
import { countImports } from './imports/list/count-imports';
import { createLookupRecorder } from './imports/lookup/create-lookup-recorder';
import { rebuild } from './imports/observations/rebuild';
import type { ImportsDeps } from './imports/imports-deps';
import { createStuckRule } from './imports/stuck-rule';
import { createDurationStatistics } from './imports/usual-durations';
import { createPopularTools } from './imports/popular-tools';
import { createToolCatalog } from './imports/tool-catalog';
import { createPollPlanner } from './imports/poller/create-poll-planner';
import { registerPollerMetrics } from './imports/poller/register-poller-metrics';
import { createPoller } from './imports/poller/create-poller';
import type { DataProtectionDeps } from './data-protection/data-protection-deps';
import { createPageSessions } from './http/create-page-sessions';
import { createRequestObserver } from './http/observe-request';
import { createInsights } from './insights/create-insights';
import { registerGauges } from './insights/register-gauges';
import { createMailbox, createMailer } from './outbox/delivery/create-mailer';
import type { DeliveryDeps } from './outbox/delivery/delivery-deps';
import { createMailCommands } from './outbox/delivery/mail-commands';
import { readSmtpUrl } from './outbox/delivery/read-smtp-url';
import { registerMessageMetrics } from './outbox/delivery/register-message-metrics';
import { decryptContentText, encryptContentText } from './outbox/message-content';
import type { OutboxDeps } from './outbox/outbox-deps';
import { createKeyCommands } from './keys/key-commands';
import { recordKeyInUse } from './keys/retired-keys';
import { createLifecycle } from './create-lifecycle';
import { listJobs } from './list-jobs';
import { createFeed } from './live/feed';
import { createSharing } from './live/share-until-change';
import { factNames } from './service/dialect/dialect';
import { readDialectFile } from './service/dialect/parse-dialect';
import { serviceOperations } from './service/service-client';
import { createBulkRunner } from './sponsorship/create-bulk-runner';
import { countQueue } from './sponsorship/read-queue';
import type { SponsorshipDeps } from './sponsorship/sponsorship-deps';
import { migrationLinkDays, type StartDeps } from './start/start-deps';
import { createRequestBudget } from './store/service-calls/request-budget';
import { createDatabaseClock } from './store/database/create-database-clock';
import { createDatabaseHealth } from './store/database/create-database-health';
import type { CommandHandlers } from './store/data-folder/command-socket';
import { openDatabase } from './store/database/open-database';
import { readSupportFacts } from './store/support/read-support-facts';
import { createWebhooks } from './webhooks/create-webhooks';
import { maskBody } from './webhooks/mask-body';
import { bodyCipherPurpose } from './webhooks/webhook-deps';

export type Landfall = Awaited<ReturnType<typeof compose>>;

/** The poller's share of the request budget. Calls for people always take precedence. */
const pollerShare = 0.4;

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
  metrics.startAtZero({ operations: serviceOperations, facts: factNames, verdicts, channels });
  const telemetry = await startTelemetry(settings, { metrics, clock: machineClock, log });
  const startTrace = telemetry?.startTrace;
  const cipher = createCipher(keys.landfallKeys);
  const configuredDialect = readDialectFile(settings.service.dialectPath);
  const database = await openDatabase({
    ...(settings.databaseUrl
      ? { url: settings.databaseUrl, ownerUrl: settings.databaseOwnerUrl }
      : { folder: settings.dataFolder }),
    clock: machineClock,
    log,
    onStatement: metrics.statement,
  });
  const databaseClock = createDatabaseClock({ database, clock: machineClock, log });
  // The embedded database has the clock of this machine, and a test sets its own.
  const hasOtherClock = database.engine === 'postgres' && options.clock === undefined;
  const clock = hasOtherClock ? databaseClock.clock : machineClock;
  if (hasOtherClock) await databaseClock.adjust();
  await checkRestoreFinished(database.db)
    .then(() => checkDatabasePurpose({ database, clock, settings }))
    .catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
  await recordKeyInUse({ database, cipher });
  await convertAudit({ database, cipher, clock, log });
  const { publicOrigin, whoPays } = settings;
  const auth = createAuth({
    database,
    cipher,
    clock,
    log,
    settings,
    secret: keys.nextAuthSecret,
    onDenied: metrics.denied,
  });
  const responses = createStoredResponses({ database, cipher });
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
    bulkRunner: createBulkRunner(),
  };
  const creation: CreationDeps = { ...common, observer, redirect };
  const tools = createToolCatalog({ ...common, urlOf: connection.urlOf, families: settings.service.families });
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
    isBusy: () => webhooks.admission.hasStoredWithin(1000),
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
    {
      database,
      client,
      observer,
      planner,
      clock,
      random,
      log,
      metrics,
      startTrace,
      instance: `${hostname()} ${process.pid}`,
    },
    // Fewer at a low rate, so that none waits for the budget until its deadline.
    { maxInFlight: Math.min(16, Math.ceil(sharePerS * 4)) },
  );
  const { simulatorOrigin } = settings.service;
  const demo =
    settings.demo && simulatorOrigin !== undefined
      ? { database, observer, cipher, clock, log, historyUrl: `${simulatorOrigin}/control/history`, fetch }
      : undefined;
  const commands: CommandHandlers = {
    ...createStaffCommands(auth),
    ...createAuditCommands({ database, cipher }),
    ...createKeyCommands({ database, cipher, clock }),
    ...createMailCommands(outbox),
    'support.facts': () => readSupportFacts(database),
    ...createBackupCommands({ ...common, dataFolder: path.resolve(/* turbopackIgnore: true */ settings.dataFolder) }),
    'imports.rebuild': (_args, signal) => rebuild(database, signal),
  };
  const share = createSharing({ clock, feed });
  const databaseHealth = createDatabaseHealth({ database, clock, log });
  registerGauges(metrics, { database, databaseHealth, client });
  return {
    ...common,
    ...createLifecycle({
      ...common,
      settings,
      metrics,
      startTrace,
      poller,
      commands,
      listJobs: (wakeJobs) =>
        listJobs({
          settings,
          database,
          clock,
          auth,
          responses,
          connection,
          client,
          creation,
          imports,
          sponsorship,
          webhooks,
          outbox,
          delivery,
          mailer,
          dataProtection,
          demo,
          telemetry,
          adjustClock: hasOtherClock ? databaseClock.adjust : undefined,
          wakeJobs,
        }),
      demo,
      sponsorship,
      feed,
      webhooks,
      recorder: imports.recorder,
      telemetry,
      mailer,
    }),
    settings,
    metrics,
    observeRequest: createRequestObserver({ metrics, startTrace }),
    auth,
    responses,
    connection,
    requestBudget,
    webhooks,
    tools,
    imports,
    feed,
    pageCounts: {
      queue: share(() => countQueue(sponsorship)),
      imports: share((environment: Environment) => countImports(imports, environment)),
    },
    insights: createInsights({ database, clock }),
    databaseHealth,
    pageSessions: createPageSessions({ auth, databaseHealth, clock, log }),
    planner,
    wakePoller: poller.wake,
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
  };
}

/** Its packages are loaded only if it is on. */
async function startTelemetry(
  { telemetry }: Settings,
  deps: { metrics: Metrics; clock: Clock; log: Log },
): Promise<Telemetry | undefined> {
  if (!telemetry) return undefined;
  const { openTelemetry } = await import('./core/telemetry/open-telemetry');
  return openTelemetry(telemetry, deps);
}
