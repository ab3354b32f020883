import { randomUUID } from 'node:crypto';
import { auditAccess } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import type { ConnectionFindings, ExamineConnectionBody } from '../contract/connection';
import { LandfallError } from '../core/errors';
import type { RequestBudget } from '../core/request-budget';
import { createScrubber } from '../core/scrub-secrets';
import type { Dialect } from '../service/dialect/dialect';
import { examineService, type Examination } from '../service/doctor/examine-service';
import { personOf } from '../service/person-of';
import { writeInstallationValue } from '../store/database/installation';
import { markConnectionChecked } from '../store/service-calls/connection-row';
import type { ServiceConnection } from './create-connection';
import { limitChecks } from './limit-checks';
import { checkStored, toService, type SaveConnectionDeps } from './save-connection';
import { configuredCheckKey } from './read-connection-setup';
import { resolveEntered } from './resolve-connection';
import { emptyConnection, readStoredConnection } from './stored-connection';

interface ExamineDeps extends Omit<SaveConnectionDeps, 'connection'> {
  connection: Pick<ServiceConnection, 'current' | 'refresh'>;
  requestBudget: Pick<RequestBudget, 'take'>;
}

/** Creates nothing at the service: live is only read, and creations go to the sandbox. */
export async function examineConnection(
  deps: ExamineDeps,
  { caller, body }: { caller: Caller; body: ExamineConnectionBody },
): Promise<ConnectionFindings> {
  const subject = await chooseSubject(deps, body);
  await limitChecks(deps, caller, 'connection check');
  const { url, sandboxUrl, token, password } = subject.service;
  // Before anything is sent: the address may have been typed just now.
  await auditAccess(deps, { caller, action: 'connection.examined', subject: url, after: { url, sandboxUrl } });
  const examination = await examineService({
    service: { url, sandboxUrl, token, password, redirectHosts: subject.redirectHosts },
    dialect: subject.dialect,
    unknownUsername: `landfall-doctor-${randomUUID()}@unknown.invalid`,
    clock: deps.clock,
    waitForSlot: (signal) => deps.requestBudget.take({ lane: 'people', person: personOf(caller) }, signal),
  });
  const live = examination.findings.filter(({ area }) => area === 'live');
  const works = live.length > 0 && live.every(({ grade }) => grade !== 'bad');
  await recordCheck(deps, subject, works);
  return toFindings(examination, { url, works, scrub: createScrubber([token, password]) });
}

interface Subject {
  service: { url: string; sandboxUrl: string; token: string; password: string };
  redirectHosts: readonly string[];
  dialect: Dialect;
  /** What a successful check is recorded for; null for values that are not saved. */
  version: number | 'configured' | null;
}

async function chooseSubject(deps: ExamineDeps, body: ExamineConnectionBody): Promise<Subject> {
  const { settings, connection } = deps;
  // Another instance may have saved it a moment ago.
  await connection.refresh();
  const { version, stored } = await readStoredConnection(deps.database.db, deps.cipher);
  const entered = body.service === undefined ? stored.service : toService(stored.service, body.service);
  const current = connection.current();
  const isEntered =
    entered !== null && (body.service !== undefined || settings.service.simulated || !settings.service.configured);
  if (isEntered)
    checkStored(deps, { ...emptyConnection, service: entered }, { token: body.service?.token, secrets: null });
  // With SERVICE_DIALECT, its dialect is always the current one.
  const { service, redirectHosts, dialect } = isEntered
    ? resolveEntered(settings, current.dialect, { ...stored, service: entered })
    : current;
  if (service === null)
    throw new LandfallError('invalid', { errors: [{ field: 'url', message: 'Enter the address' }] });
  const checked = body.service === undefined ? version : null;
  return { service, redirectHosts, dialect, version: isEntered ? checked : 'configured' };
}

async function recordCheck({ database, clock }: ExamineDeps, { version, service }: Subject, works: boolean) {
  const at = clock.now();
  await database.transaction(async (tx) => {
    if (typeof version === 'number') await markConnectionChecked(tx, version, works ? at : null);
    if (version === 'configured' && works)
      await writeInstallationValue(tx, { key: configuredCheckKey, value: { url: service.url }, at });
  });
}

/** The doctor names settings and this page; here they are fields of a form. */
const inForm = (message: string) => {
  const text = message
    .replaceAll(' An admin can allow it under Settings > Connection.', '')
    .replaceAll('SERVICE_SANDBOX_URL', 'the sandbox address')
    .replaceAll('SERVICE_URL', 'the address');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

function toFindings(
  { findings, hostsToAllow, dialect, questions }: Examination,
  { url, works, scrub }: { url: string; works: boolean; scrub: (text: string) => string },
): ConnectionFindings {
  // A service may echo what it received, even as a field name.
  const clean = (text: string, max: number) => scrub(text).slice(0, max).toWellFormed();
  return {
    url,
    findings: findings.map(({ area, grade, message }) => ({ area, grade, message: clean(inForm(message), 4000) })),
    hostsToAllow: [...new Set(hostsToAllow)].map((host) => clean(host, 300)),
    dialect: dialect?.needed ? scrub(dialect.text) : null,
    questions: questions.map((question) => clean(inForm(question), 4000)),
    works,
  };
}
