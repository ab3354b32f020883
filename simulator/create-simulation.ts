import { createSystemClock } from './clock';
import { type NewImportInput, placeImport } from './control/place-import';
import { tellHistory } from './control/tell-history';
import { chooseDialect } from './dialects/choose-dialect';
import { type Dialect, dialectSchema } from './dialects/dialect';
import { defaultDialectName } from './dialects/named-dialects';
import { sayId, sayStatus, sayWebhook } from './dialects/speak';
import { createRequestLog, type LoggedRequest, type RequestLog } from './http/request-log';
import { customerActs } from './lifecycle/customer-acts';
import { createLifecycle, type Lifecycle } from './lifecycle/create-lifecycle';
import { defaults, type SimulatorOptions } from './options';
import { createRandom } from './random';
import { seedWorld } from './seed/seed-world';
import { startTrickle } from './seed/start-trickle';
import { openJournal } from './state/open-journal';
import { createWeather, type Weather } from './weather/create-weather';
import { ruleSchema, type WeatherRule, type WeatherRuleInput } from './weather/rules';
import { createWebhookSender, type Delivery } from './webhooks/create-sender';
import { type WebhookSettings, webhookSettingsSchema } from './webhooks/settings';
import { createWorld, type World } from './world/create-world';
import { produceWarnings } from './world/produce-outcome';
import type { ImportRecord } from './world/import-record';
import type { Status } from './world/statuses';
import type { WantedImport } from './api/validate-import';
import type { BrokenRule } from './breakage/broken-rules';

/** The service without its HTTP: what there is, what happens, and the verbs of its operator. */
export interface Simulation {
  readonly world: World;
  readonly lifecycle: Lifecycle;
  readonly broken: ReadonlySet<BrokenRule>;
  readonly requestLog: RequestLog;
  readonly sky: Weather;
  /** Called once the address is known, and before the first request. */
  begin(origin: string): void;
  create(wanted: WantedImport): ImportRecord;
  redirectUrl(record: ImportRecord): string;

  health(): Record<string, unknown>;
  log(): readonly LoggedRequest[];
  clearLog(): void;
  weather(): readonly WeatherRule[];
  setWeather(rules: readonly WeatherRuleInput[]): void;
  addWeather(rules: readonly WeatherRuleInput[]): void;
  history(): Record<string, unknown>[];
  tell(id: string): Record<string, unknown>;
  placeImport(wanted: NewImportInput): Record<string, unknown>;
  /** `warnings`: so many that what it comes to has, instead of by chance. */
  advance(id: string, to?: Status, warnings?: number): Record<string, unknown>;
  act(id: string, act: string): Record<string, unknown>;
  remove(id: string, why: 'cancelled' | 'archived'): Record<string, unknown>;
  webhooks(): WebhookSettings;
  setWebhooks(settings: WebhookSettings): void;
  deliveries(): readonly Delivery[];
  clearDeliveries(): void;
  setSpeed(speed: number): void;
  dialect(): Dialect;
  /** A name, or answers on top of the dialect in use. */
  setDialect(wanted: string | { [Key in keyof Dialect]?: Dialect[Key] | undefined }): void;
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
  const sky = createWeather([], createRandom(`${seed}:weather`));
  const sender = createWebhookSender({
    clock,
    random: createRandom(`${seed}:webhooks`),
    settings: webhookSettingsSchema.parse(options.webhook ?? {}),
    unsigned: broken.has('webhook-unsigned'),
  });

  function announce(record: ImportRecord): void {
    const text = sayStatus(dialect, record.status);
    const said = broken.has('webhook-other-text') ? text.toLowerCase().replaceAll(' ', '_') : text;
    sender.announce(String(sayId(dialect, record)), (atMs) => {
      const payload = sayWebhook(dialect, record, said, atMs);
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
    onStatus: announce,
    startFullRunsSample: broken.has('start-full-samples'),
  });

  const redirectUrl = (record: ImportRecord): string => `${origin}/migrate/${record.token}`;
  const tellRecord = (record: ImportRecord): Record<string, unknown> =>
    tellHistory(dialect, record, redirectUrl(record));

  function created(record: ImportRecord): ImportRecord {
    // Nothing is announced: a status that begins is not a change of status.
    journal?.write(record);
    return record;
  }

  function known(id: string): ImportRecord {
    const record = world.find(id);
    if (record === undefined) throw new Error(`There is no import ${id}.`);
    return record;
  }

  function setWeather(rules: readonly WeatherRuleInput[]): void {
    sky.set(rules.map((rule) => ruleSchema.parse(rule)));
  }
  setWeather(options.weather ?? []);

  function fillWorld(): void {
    const wanted = options.world === true ? defaults.worldSize : Number(options.world ?? 0);
    if (wanted === 0 || journal?.worldSeeded === true) return;
    seedWorld({ world, count: wanted, nowMs: clock.now(), seed, speed: options.speed ?? 1 });
    journal?.writeAll(world.all());
    journal?.noteWorldSeeded();
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
      newcomers: everyMs > 0,
      tends: (record) =>
        record.origin === 'api' ? options.autopilot === true : everyMs > 0 && record.origin !== 'control',
      onCreated: created,
    });
  }

  return {
    world,
    lifecycle,
    broken,
    requestLog,
    sky,
    begin(at) {
      origin = at;
      journal?.begin();
      fillWorld();
      lifecycle.resume();
      beginTrickle();
    },
    create: (wanted) =>
      created(
        world.add({
          ...wanted,
          // With a token for it, the destination needs no visit of the customer; the token itself is not kept.
          destinationAuthorized: wanted.hasDestinationToken,
          origin: 'api',
          createdAt: clock.now(),
        }),
      ),
    redirectUrl,

    health: () => ({ ok: true, imports: world.all().length, dialect: dialect.name, speed: lifecycle.speed() }),
    log: () => requestLog.entries(),
    clearLog: () => requestLog.clear(),
    weather: () => sky.rules(),
    setWeather,
    addWeather: (rules) => sky.add(rules.map((rule) => ruleSchema.parse(rule))),
    history: () => world.all().map(tellRecord),
    tell: (id) => tellRecord(known(id)),
    placeImport(wanted) {
      const record = placeImport({ world, clock }, wanted);
      journal?.write(record);
      return tellRecord(record);
    },
    advance(id, to, warnings) {
      const record = known(id);
      lifecycle.advance(record, to);
      if (warnings !== undefined && record.outcome !== null) {
        const random = createRandom(`${seed}:control:${record.number}`);
        record.outcome.warnings = produceWarnings(record.family, warnings, random);
        journal?.write(record);
      }
      return tellRecord(record);
    },
    act(id, text) {
      const record = known(id);
      const act = customerActs.find((candidate) => candidate === text);
      if (act === undefined) throw new Error(`There is no act "${text}"; there are ${customerActs.join(', ')}.`);
      if (!lifecycle.act(record, act)) throw new Error(`The customer cannot ${act} while "${record.status}".`);
      return tellRecord(record);
    },
    remove(id, why) {
      const record = known(id);
      lifecycle.remove(record, why);
      return tellRecord(record);
    },
    webhooks: () => sender.settings(),
    setWebhooks: (settings) => sender.configure(settings),
    deliveries: () => sender.deliveries(),
    clearDeliveries: () => sender.clear(),
    setSpeed: (speed) => lifecycle.setSpeed(speed),
    dialect: () => dialect,
    setDialect(wanted) {
      if (typeof wanted === 'string') dialect = chooseDialect(wanted);
      else dialect = dialectSchema.parse({ ...dialect, name: 'custom', ...wanted });
    },
    reset() {
      lifecycle.stop();
      world.clear();
      journal?.clear();
      sender.clear();
      requestLog.clear();
      sky.set([]);
    },
    async stop() {
      stopTrickle();
      lifecycle.stop();
      await sender.stop();
    },
  };
}
