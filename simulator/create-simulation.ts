import { createSystemClock } from './clock';
import { type PlaceImportInput, placeImport } from './control/place-import';
import { type Dialect, dialectSchema } from './dialects/dialect';
import { chooseDialect } from './dialects/named-dialects';
import {
  serializeFamily,
  serializeId,
  serializeStatus,
  serializeToolName,
  serializeWebhook,
} from './dialects/serializers';
import { createFaultInjector } from './faults/fault-rules';
import { customerActions } from './lifecycle/customer-actions';
import { createLifecycle } from './lifecycle/create-lifecycle';
import { defaults, type SimulatorOptions } from './options';
import { createRandom } from './random';
import { seedWorld } from './seed/seed-world';
import { startTrickle } from './seed/start-trickle';
import { openJournal } from './state/open-journal';
import { createWebhookSender } from './webhooks/create-webhook-sender';
import { webhookSettingsSchema } from './webhooks/webhook-settings';
import { createWorld, type ImportProperties } from './world/create-world';
import { produceWarnings } from './world/produce-outcome';
import type { ImportRecord, Status } from './world/import-record';
import { toolOf } from './world/tools';

export type Simulation = ReturnType<typeof createSimulation>;

export interface LoggedRequest {
  /** Time of arrival in milliseconds since 1970, with fractions, monotonic. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** Null while there is no response, or when a fault swallowed it. */
  status: number | null;
  fault: string | null;
}

// Bounds memory when the simulator runs for days.
const maxLogEntries = 200_000;

/** The service without HTTP: its imports, their lifecycle, and the operations of the control API. */
export function createSimulation(options: SimulatorOptions) {
  const clock = options.clock ?? createSystemClock();
  const seed = options.seed ?? defaults.seed;
  const broken = new Set(options.broken);
  const journal = options.state === undefined ? undefined : openJournal(options.state, seed);
  const world = createWorld(seed);
  for (const record of journal?.imports ?? []) world.restore(record);

  let dialect = chooseDialect(options.dialect ?? defaults.dialect);
  let origin = '';
  let stopTrickle = (): void => undefined;
  let requestLog: LoggedRequest[] = [];
  const faults = createFaultInjector(createRandom(`${seed}:weather`));
  faults.set(options.faults ?? []);
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

  /** Everything about one import, in the words of the dialect, with exact times in milliseconds since 1970. */
  function describeRecord(record: ImportRecord) {
    const { outcome } = record;
    return {
      id: String(serializeId(dialect, record)),
      number: record.number,
      username: record.username,
      tool: serializeToolName(dialect, toolOf(record.tool)),
      toolTitle: toolOf(record.tool).name,
      instanceUrl: record.instanceUrl,
      family: serializeFamily(dialect, record.family),
      startFull: record.startFull,
      createdAt: record.createdAt,
      status: serializeStatus(dialect, record.status),
      statuses: record.statusHistory.map(({ status, at }) => ({ status: serializeStatus(dialect, status), at })),
      requests: record.requests,
      decisions: record.decisions,
      purchases: record.purchases,
      paidBy: record.paidBy,
      gone: record.gone,
      counts: outcome?.counts ?? null,
      users: outcome?.users ?? null,
      warnings: outcome?.warnings ?? [],
      demo: record.origin === 'world' || record.origin === 'trickle',
      origin: record.origin,
      redirectUrl: redirectUrl(record),
      token: record.token,
    };
  }

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
      everyMs: everyMs === 0 ? defaults.autopilotMs / lifecycle.speed() : everyMs,
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
    matchFault: faults.match,
    start(at: string): void {
      origin = at;
      journal?.begin();
      fillWorld();
      lifecycle.resume();
      beginTrickle();
    },
    create: (params: ImportProperties) => saveNew(world.add({ ...params, origin: 'api', createdAt: clock.now() })),
    redirectUrl,

    health: () => ({ ok: true, imports: world.all().length, dialect: dialect.name, speed: lifecycle.speed() }),
    logRequest(method: string, path: string): LoggedRequest {
      const at = performance.timeOrigin + performance.now();
      const entry: LoggedRequest = { at, method, path, status: null, fault: null };
      if (requestLog.length >= maxLogEntries) requestLog = requestLog.slice(maxLogEntries / 2);
      requestLog.push(entry);
      return entry;
    },
    log: (): readonly LoggedRequest[] => requestLog,
    clearLog(): void {
      requestLog = [];
    },
    faultRules: faults.rules,
    setFaults: faults.set,
    addFaults: faults.add,
    /** `createdAfter` in milliseconds since 1970. */
    history: (createdAfter = -Infinity) =>
      world.all().flatMap((record) => (record.createdAt > createdAfter ? describeRecord(record) : [])),
    getImport: (id: string) => describeRecord(findOrThrow(id)),
    placeImport(params: PlaceImportInput) {
      const record = placeImport({ world, clock }, params);
      journal?.write(record);
      return describeRecord(record);
    },
    /** `warnings` sets their number, which is random otherwise. */
    advance(id: string, to?: Status, warnings?: number) {
      const record = findOrThrow(id);
      lifecycle.advance(record, to);
      if (warnings !== undefined && record.outcome !== null) {
        const random = createRandom(`${seed}:control:${record.number}`);
        record.outcome.warnings = produceWarnings(record.family, warnings, random);
        journal?.write(record);
      }
      return describeRecord(record);
    },
    performAction(id: string, text: string) {
      const record = findOrThrow(id);
      const action = customerActions.find((candidate) => candidate === text);
      if (action === undefined) throw new Error(`Unknown action "${text}". Actions are ${customerActions.join(', ')}.`);
      if (!lifecycle.performAction(record, action))
        throw new Error(`The customer cannot ${action} while "${record.status}".`);
      return describeRecord(record);
    },
    remove(id: string, why: 'cancelled' | 'archived') {
      const record = findOrThrow(id);
      lifecycle.remove(record, why);
      return describeRecord(record);
    },
    webhooks: sender.settings,
    setWebhooks: sender.configure,
    deliveries: sender.deliveries,
    clearDeliveries: sender.clear,
    setSpeed: lifecycle.setSpeed,
    dialect: () => dialect,
    setDialect(params: string | { [Key in keyof Dialect]?: Dialect[Key] | undefined }): void {
      if (typeof params === 'string') dialect = chooseDialect(params);
      else dialect = dialectSchema.parse({ ...dialect, name: 'custom', ...params });
    },
    reset(): void {
      lifecycle.stop();
      world.clear();
      journal?.clear();
      sender.clear();
      requestLog = [];
      faults.set([]);
    },
    async stop(): Promise<void> {
      stopTrickle();
      lifecycle.stop();
      await sender.stop();
    },
  };
}
