import { createSystemClock } from './clock';
import { type PlaceImportInput, placeImport } from './control/place-import';
import { describeImport } from './control/describe-import';
import { chooseDialect } from './dialects/choose-dialect';
import { type Dialect, dialectSchema } from './dialects/dialect';
import { defaultDialectName } from './dialects/named-dialects';
import { serializeId, serializeStatus, serializeWebhook } from './dialects/serializers';
import { createRequestLog, type LoggedRequest, type RequestLog } from './http/request-log';
import { customerActions } from './lifecycle/customer-actions';
import { createLifecycle, type Lifecycle } from './lifecycle/create-lifecycle';
import { defaults, type SimulatorOptions } from './options';
import { createRandom } from './random';
import { seedWorld } from './seed/seed-world';
import { startTrickle } from './seed/start-trickle';
import { openJournal } from './state/open-journal';
import { createFaultInjector, type FaultInjector } from './faults/create-fault-injector';
import { faultRuleSchema, type FaultRule, type FaultRuleInput } from './faults/fault-rules';
import { createWebhookSender, type Delivery } from './webhooks/create-webhook-sender';
import { type WebhookSettings, webhookSettingsSchema } from './webhooks/webhook-settings';
import { createWorld, type World } from './world/create-world';
import { produceWarnings } from './world/produce-outcome';
import type { ImportRecord } from './world/import-record';
import type { Status } from './world/statuses';
import type { NewImportParams } from './api/validate-import';
import type { BrokenRule } from './broken-rules';

/** The service without HTTP: its imports, their lifecycle, and the operations of the control API. */
export interface Simulation {
  readonly world: World;
  readonly lifecycle: Lifecycle;
  readonly broken: ReadonlySet<BrokenRule>;
  readonly requestLog: RequestLog;
  readonly faults: FaultInjector;
  /** Called once the address is known, before the first request. */
  start(origin: string): void;
  create(params: NewImportParams): ImportRecord;
  redirectUrl(record: ImportRecord): string;

  health(): Record<string, unknown>;
  log(): readonly LoggedRequest[];
  clearLog(): void;
  faultRules(): readonly FaultRule[];
  setFaults(rules: readonly FaultRuleInput[]): void;
  addFaults(rules: readonly FaultRuleInput[]): void;
  history(): Record<string, unknown>[];
  getImport(id: string): Record<string, unknown>;
  placeImport(params: PlaceImportInput): Record<string, unknown>;
  /** `warnings` sets their number, which is random otherwise. */
  advance(id: string, to?: Status, warnings?: number): Record<string, unknown>;
  performAction(id: string, action: string): Record<string, unknown>;
  remove(id: string, why: 'cancelled' | 'archived'): Record<string, unknown>;
  webhooks(): WebhookSettings;
  setWebhooks(settings: WebhookSettings): void;
  deliveries(): readonly Delivery[];
  clearDeliveries(): void;
  setSpeed(speed: number): void;
  dialect(): Dialect;
  /** A name, or properties to change in the current dialect. */
  setDialect(params: string | { [Key in keyof Dialect]?: Dialect[Key] | undefined }): void;
  reset(): void;
  stop(): Promise<void>;
}

export function createSimulation(options: SimulatorOptions): Simulation {
  const clock = options.clock ?? createSystemClock();
  const seed = options.seed ?? defaults.seed;
  const broken = new Set(options.broken);
  const journal = options.state === undefined ? undefined : openJournal(options.state, seed);
  const world = createWorld(seed);
  for (const record of journal?.imports ?? []) world.restore(record);

  let dialect = chooseDialect(options.dialect ?? defaultDialectName);
  let origin = '';
  let stopTrickle = (): void => undefined;
  const requestLog = createRequestLog();
  const faultInjector = createFaultInjector([], createRandom(`${seed}:weather`));
  const sender = createWebhookSender({
    clock,
    random: createRandom(`${seed}:webhooks`),
    settings: webhookSettingsSchema.parse(options.webhook ?? {}),
    unsigned: broken.has('webhook-unsigned'),
  });

  function sendWebhook(record: ImportRecord): void {
    const status = serializeStatus(dialect, record.status);
    const text = broken.has('webhook-other-text') ? status.toLowerCase().replaceAll(' ', '_') : status;
    sender.send(String(serializeId(dialect, record)), (atMs) => {
      const payload = serializeWebhook(dialect, record, text, atMs);
      const key = dialect.fields.timestamp;
      return JSON.stringify(payload, (name, value: unknown) =>
        name === key && broken.has('webhook-without-time') ? undefined : value,
      );
    });
  }

  const lifecycle = createLifecycle({
    clock,
    speed: options.speed ?? 1,
    seed,
    all: () => world.all(),
    onChange: (record) => journal?.write(record),
    onStatusChange: sendWebhook,
    startFullRunsSample: broken.has('start-full-samples'),
  });

  const redirectUrl = (record: ImportRecord): string => `${origin}/migrate/${record.token}`;
  const describeRecord = (record: ImportRecord): Record<string, unknown> =>
    describeImport(dialect, record, redirectUrl(record));

  /** Sends no webhook: the initial status is not a change. */
  function saveNew(record: ImportRecord): ImportRecord {
    journal?.write(record);
    return record;
  }

  function findOrThrow(id: string): ImportRecord {
    const record = world.find(id);
    if (record === undefined) throw new Error(`There is no import ${id}.`);
    return record;
  }

  function setFaults(rules: readonly FaultRuleInput[]): void {
    faultInjector.set(rules.map((rule) => faultRuleSchema.parse(rule)));
  }
  setFaults(options.faults ?? []);

  function fillWorld(): void {
    const count = options.world === true ? defaults.worldSize : Number(options.world ?? 0);
    if (count === 0 || journal?.worldSeeded === true) return;
    seedWorld({ world, count, nowMs: clock.now(), seed, speed: options.speed ?? 1 });
    journal?.writeAll(world.all());
    journal?.markWorldSeeded();
  }

  function beginTrickle(): void {
    const everyMs = options.trickle === true ? defaults.trickleMs : Number(options.trickle ?? 0);
    if (everyMs === 0 && options.autopilot !== true) return;
    stopTrickle = startTrickle({
      clock,
      random: createRandom(`${seed}:trickle:${clock.now()}`),
      world,
      lifecycle,
      everyMs: everyMs === 0 ? defaults.trickleMs / lifecycle.speed() : everyMs,
      addsCustomers: everyMs > 0,
      actsFor: (record) =>
        record.origin === 'api' ? options.autopilot === true : everyMs > 0 && record.origin !== 'control',
      onCreated: saveNew,
    });
  }

  return {
    world,
    lifecycle,
    broken,
    requestLog,
    faults: faultInjector,
    start(at) {
      origin = at;
      journal?.begin();
      fillWorld();
      lifecycle.resume();
      beginTrickle();
    },
    create: (params) =>
      saveNew(
        world.add({
          ...params,
          // A destination token replaces the customer's authorization. The token is not stored.
          destinationAuthorized: params.hasDestinationToken,
          origin: 'api',
          createdAt: clock.now(),
        }),
      ),
    redirectUrl,

    health: () => ({ ok: true, imports: world.all().length, dialect: dialect.name, speed: lifecycle.speed() }),
    log: () => requestLog.entries(),
    clearLog: () => requestLog.clear(),
    faultRules: () => faultInjector.rules(),
    setFaults,
    addFaults: (rules) => faultInjector.add(rules.map((rule) => faultRuleSchema.parse(rule))),
    history: () => world.all().map(describeRecord),
    getImport: (id) => describeRecord(findOrThrow(id)),
    placeImport(params) {
      const record = placeImport({ world, clock }, params);
      journal?.write(record);
      return describeRecord(record);
    },
    advance(id, to, warnings) {
      const record = findOrThrow(id);
      lifecycle.advance(record, to);
      if (warnings !== undefined && record.outcome !== null) {
        const random = createRandom(`${seed}:control:${record.number}`);
        record.outcome.warnings = produceWarnings(record.family, warnings, random);
        journal?.write(record);
      }
      return describeRecord(record);
    },
    performAction(id, text) {
      const record = findOrThrow(id);
      const action = customerActions.find((candidate) => candidate === text);
      if (action === undefined) throw new Error(`There is no act "${text}"; there are ${customerActions.join(', ')}.`);
      if (!lifecycle.performAction(record, action))
        throw new Error(`The customer cannot ${action} while "${record.status}".`);
      return describeRecord(record);
    },
    remove(id, why) {
      const record = findOrThrow(id);
      lifecycle.remove(record, why);
      return describeRecord(record);
    },
    webhooks: () => sender.settings(),
    setWebhooks: (settings) => sender.configure(settings),
    deliveries: () => sender.deliveries(),
    clearDeliveries: () => sender.clear(),
    setSpeed: (speed) => lifecycle.setSpeed(speed),
    dialect: () => dialect,
    setDialect(params) {
      if (typeof params === 'string') dialect = chooseDialect(params);
      else dialect = dialectSchema.parse({ ...dialect, name: 'custom', ...params });
    },
    reset() {
      lifecycle.stop();
      world.clear();
      journal?.clear();
      sender.clear();
      requestLog.clear();
      faultInjector.set([]);
    },
    async stop() {
      stopTrickle();
      lifecycle.stop();
      await sender.stop();
    },
  };
}
