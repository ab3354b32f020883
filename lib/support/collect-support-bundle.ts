import { cpus, totalmem } from 'node:os';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock';
import { connectableHost } from '../core/connectable-host.mjs';
import { errorCode } from '../core/error-code.mjs';
import { LandfallError } from '../core/errors';
import { parseSettings, type Settings } from '../core/settings';
import { databaseLate, withDeadline } from '../core/with-deadline';
import { readDialectFile } from '../service/dialect/parse-dialect';
import { standardDialect } from '../service/dialect/dialect';
import { examineService } from '../service/doctor/examine-service';
import { describeSettings } from './describe-settings';
import { reduceLog } from './reduce-log';

export interface SupportDeps {
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  clock: Clock;
  fetch: typeof fetch;
  /** Text of the log, if given. */
  log: string | undefined;
  readDatabase(settings: Settings): Promise<unknown>;
}

const deadlineMs = 20_000;

/** Every part on its own: whatever is broken, the bundle says so and has the rest. */
export async function collectSupportBundle(deps: SupportDeps) {
  const { env, clock, log } = deps;
  const described = describeSettings(env);
  const settings = described.problems.length === 0 ? parseSettings(env) : undefined;
  const part = async (work: (settings: Settings) => Promise<unknown>): Promise<unknown> => {
    if (!settings) return { problem: 'The settings are not valid.' };
    try {
      return await withDeadline(clock, deadlineMs, work(settings), databaseLate);
    } catch (error) {
      return { problem: describeProblem(error) };
    }
  };
  const [database, app, metrics, service] = await Promise.all([
    part((parsed) => deps.readDatabase(parsed)),
    part((parsed) => readApp(deps, parsed)),
    part((parsed) => readMetrics(deps, parsed)),
    part((parsed) => examine(deps, parsed)),
  ]);
  return {
    note: 'Contains no secrets and no personal data. Read it before you send it.',
    createdAt: clock.now().toISOString(),
    versions: { landfall: deps.version, node: process.version, platform: `${process.platform} ${process.arch}` },
    machine: { cpus: cpus().length, memoryBytes: totalmem() },
    settings: described,
    database,
    app,
    metrics,
    service,
    log: log === undefined ? 'not given: use --log FILE' : reduceLog(log),
  };
}

/** Errors of other systems may repeat what was sent to them, so only our own messages are shown. */
function describeProblem(error: unknown): string {
  if (error instanceof LandfallError)
    return error.code === 'database_unavailable' ? 'It cannot be reached.' : error.userMessage;
  return errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
}

function appUrl({ host, port }: Settings, path: string): string {
  const reached = connectableHost(host);
  return `http://${reached.includes(':') && !reached.startsWith('[') ? `[${reached}]` : reached}:${port}${path}`;
}

function headersFor({ metricsTokens: [token], publicOrigin }: Settings): Record<string, string> {
  return {
    host: new URL(publicOrigin).host,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
}

async function readApp({ fetch: send }: SupportDeps, settings: Settings): Promise<unknown> {
  const response = await send(appUrl(settings, '/api/health/ready'), { headers: headersFor(settings) });
  await response.body?.cancel();
  return { ready: response.ok, status: response.status };
}

const sample = /^(landfall_|nodejs_|process_)\w+(\{(\w+="[\w .:+/[\]-]*",?)*\})? \S+$/;

/** Samples without their explanations. Labels are names of our own: lanes, jobs, states. */
async function readMetrics({ fetch: send }: SupportDeps, settings: Settings): Promise<unknown> {
  const response = await send(appUrl(settings, '/api/metrics'), { headers: headersFor(settings) });
  if (!response.ok) return { problem: `The app answered ${response.status}. Set METRICS_TOKEN.` };
  return (await response.text()).split('\n').filter((line) => sample.test(line));
}

/** Which checks passed. Their wording may repeat what the service answered. */
async function examine({ clock }: SupportDeps, { service }: Settings): Promise<unknown> {
  if (!service.configured || service.simulated)
    return {
      problem:
        'No service is set in the environment. If it was entered in the browser, use Check under Settings > Connection.',
    };
  const { findings, dialect } = await examineService({
    service,
    dialect: readDialectFile(service.dialectPath) ?? standardDialect,
    unknownUsername: `landfall-doctor-${randomUUID()}@unknown.invalid`,
    clock,
  });
  return {
    findings: findings.map(({ area, grade }) => ({ area, grade })),
    dialect: { configured: service.dialectPath !== undefined, needed: dialect?.needed ?? null },
  };
}
