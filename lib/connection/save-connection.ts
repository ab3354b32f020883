import { appendAudit } from '../audit/append-audit';
import { actorName, type Caller } from '../contract/caller';
import type { SaveConnectionBody } from '../contract/connection';
import type { Cipher } from '../core/cipher';
import type { Clock } from '../core/clock';
import { LandfallError, type FieldError } from '../core/errors';
import { isLocalHost } from '../core/is-local-host';
import { isLoopbackHost } from '../core/is-loopback-host.mjs';
import { parseSettings, SettingsError, type Settings } from '../core/settings';
import { DialectError, parseDialect } from '../service/dialect/parse-dialect';
import type { Database } from '../store/database/database';
import { recordChange } from '../store/events/changes';
import { hasOpenAttempts } from '../store/imports/creation-attempts';
import { writeConnectionRow } from '../store/service-calls/connection-row';
import { hasUnsettledDecisions } from '../store/sponsorship/decisions';
import type { ServiceConnection } from './create-connection';
import { encryptConnection, keptToken, readStoredConnection, type StoredConnection } from './stored-connection';

export interface SaveConnectionDeps {
  database: Database;
  cipher: Cipher;
  clock: Clock;
  settings: Pick<Settings, 'service' | 'webhook' | 'publicOrigin'>;
  connection: Pick<ServiceConnection, 'refresh'>;
}

/** How long a replaced webhook secret is accepted: messages signed with it are under way. */
const oldSecretMs = 24 * 3_600_000;

/** Fields that are not given stay as they are. */
export async function saveConnection(
  deps: SaveConnectionDeps,
  { caller, body }: { caller: Caller; body: SaveConnectionBody },
): Promise<void> {
  const { database, cipher, clock } = deps;
  refuseConfigured(deps.settings, body);
  await database.transaction(async (tx) => {
    const before = await readStoredConnection(tx, cipher);
    if (before.version !== body.basedOn) throw changedInBetween();
    if (before.unreadable) refusePart(deps.settings, body);
    const stored = applyChanges(deps, before.stored, body);
    if (isAddressChanged(deps.settings, before.stored, stored)) {
      if (await hasUnsettledDecisions(tx)) throw decisionsOpen();
      if (await hasOpenAttempts(tx)) throw attemptsOpen();
    }
    const version = before.version + 1;
    const isStillChecked = body.service === undefined && stored.dialect === before.stored.dialect;
    const at = clock.now();
    const row = {
      version,
      valueEncrypted: encryptConnection(cipher, stored),
      by: actorName(caller.actor),
      at,
      checkedAt: isStillChecked ? before.checkedAt : null,
    };
    if (!(await writeConnectionRow(tx, row, body.basedOn))) throw changedInBetween();
    await recordChange(tx, { kind: 'settings', environment: 'live', subject: 'connection' });
    await appendAudit(deps, tx, {
      caller,
      action: 'connection.changed',
      subject: `connection version ${version}`,
      before: withoutSecrets(before.stored, clock.now()),
      after: { ...withoutSecrets(stored, clock.now()), entered: enteredSecrets(body) },
    });
  });
  await deps.connection.refresh();
}

/** Saving a part would replace a row that can be read again once its key is restored. */
function refusePart({ service }: SaveConnectionDeps['settings'], body: SaveConnectionBody): void {
  const mayEnterService = service.simulated || !service.configured;
  if (body.service !== undefined || !mayEnterService) return;
  const message = 'The saved connection cannot be decrypted. Enter the address and the token again as well';
  throw new LandfallError('invalid', { errors: [{ field: 'url', message }] });
}

/** Decisions and creations do not record the service that they are for, so they would be sent or looked up at the new one. */
function isAddressChanged(
  { service }: SaveConnectionDeps['settings'],
  before: StoredConnection,
  after: StoredConnection,
): boolean {
  // With the simulator the row is a draft, and decisions go to the simulator.
  if (service.simulated || before.service === null) return false;
  return before.service.url !== after.service?.url || before.service.sandboxUrl !== after.service.sandboxUrl;
}

const decisionsOpen = () =>
  new LandfallError(
    'conflict',
    'Some payment decisions are not settled yet. Settle or withdraw them before you change the address.',
  );

const attemptsOpen = () =>
  new LandfallError(
    'conflict',
    'Some new imports have no reply yet. Wait a few minutes, or settle them under New import, before you change the address.',
  );

export const changedInBetween = () =>
  new LandfallError('conflict', 'Another admin changed the connection in the meantime. Reload the page.');

/** A value that the environment overrides would look saved and have no effect. */
function refuseConfigured({ service, webhook }: SaveConnectionDeps['settings'], body: SaveConnectionBody): void {
  // With the simulator the row is a draft for going live.
  if (service.simulated) return;
  const overridden: [boolean, string, string][] = [
    [body.service !== undefined && service.configured, 'url', 'SERVICE_URL'],
    [body.webhookSecret !== undefined && webhook.secrets.length > 0, 'webhookSecret', 'WEBHOOK_SECRET'],
    [body.dialect !== undefined && service.dialectPath !== undefined, 'dialect', 'SERVICE_DIALECT'],
    [body.redirectHosts !== undefined && service.redirectHostsConfigured, 'redirectHosts', 'SERVICE_REDIRECT_HOSTS'],
  ];
  const errors = overridden.flatMap(([given, field, setting]) =>
    given ? [{ field, message: `Is set by ${setting} in the environment` }] : [],
  );
  if (errors.length > 0) throw new LandfallError('invalid', { errors });
}

function applyChanges(
  { clock, settings }: SaveConnectionDeps,
  before: StoredConnection,
  body: SaveConnectionBody,
): StoredConnection {
  const service = body.service === undefined ? before.service : toService(before.service, body.service);
  const secrets = body.webhookSecret === undefined ? null : splitSecrets(body.webhookSecret);
  const after: StoredConnection = {
    service,
    webhookSecrets:
      secrets === null ? before.webhookSecrets : replaceSecrets(before.webhookSecrets, secrets, clock.now()),
    redirectHosts: body.redirectHosts ?? before.redirectHosts,
    dialect: body.dialect === undefined ? before.dialect : body.dialect,
  };
  checkStored({ settings }, after, { token: body.service?.token, secrets });
  return after;
}

/** What was entered just now. An empty token keeps the stored one. */
interface EnteredSecrets {
  token: string | undefined;
  secrets: readonly string[] | null;
}

export function checkStored(
  { settings }: Pick<SaveConnectionDeps, 'settings'>,
  stored: StoredConnection,
  entered: EnteredSecrets,
): void {
  const errors = [...findProblems(stored, entered), ...findLocalAddresses(stored, settings.publicOrigin)];
  if (errors.length > 0) throw new LandfallError('invalid', { errors });
}

/**
 * The stored token and password go only to the addresses they were entered with: otherwise a stolen admin session could send
 * them anywhere.
 */
export function toService(
  before: StoredConnection['service'],
  given: NonNullable<SaveConnectionBody['service']>,
): NonNullable<StoredConnection['service']> {
  const url = given.url.trim().replace(/\/$/, '');
  const sandboxUrl = given.sandboxUrl?.trim().replace(/\/$/, '') || null;
  const kept = before?.url === url && before.sandboxUrl === sandboxUrl ? before : null;
  const token = given.token || kept?.token;
  if (token !== undefined) return { url, sandboxUrl, token, password: given.password || (kept?.password ?? null) };
  const message = before === null ? 'Enter the token' : 'Enter the token again, since the address has changed';
  throw new LandfallError('invalid', { errors: [{ field: 'token', message }] });
}

const splitSecrets = (text: string) =>
  text
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');

function replaceSecrets(
  before: StoredConnection['webhookSecrets'],
  entered: readonly string[],
  now: Date,
): StoredConnection['webhookSecrets'] {
  const until = new Date(now.getTime() + oldSecretMs).toISOString();
  const old = before
    .filter((known) => !entered.includes(known.secret) && (known.until === null || new Date(known.until) > now))
    .map((known) => ({ secret: known.secret, until: known.until ?? until }));
  return [...entered.map((secret) => ({ secret, until: null })), ...old].slice(0, 5);
}

const fieldOf: Readonly<Record<string, string>> = {
  SERVICE_URL: 'url',
  SERVICE_SANDBOX_URL: 'sandboxUrl',
  SERVICE_TOKEN: 'token',
  SERVICE_PASSWORD: 'password',
  SERVICE_REDIRECT_HOSTS: 'redirectHosts',
  WEBHOOK_SECRET: 'webhookSecret',
};

/** The rules of the settings, with the names of our fields. */
function findProblems(stored: StoredConnection, { token, secrets }: EnteredSecrets): FieldError[] {
  const errors: FieldError[] = [];
  try {
    parseSettings({
      SERVICE_URL: stored.service?.url,
      SERVICE_TOKEN: stored.service === null ? undefined : token || keptToken,
      SERVICE_SANDBOX_URL: stored.service?.sandboxUrl ?? undefined,
      SERVICE_PASSWORD: stored.service?.password ?? undefined,
      SERVICE_REDIRECT_HOSTS: stored.redirectHosts.join(','),
      WEBHOOK_SECRET: secrets?.join(','),
    });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    for (const { setting, problem } of error.problems) {
      const message = problem.replace(' (SERVICE_PASSWORD)', '');
      errors.push({ field: fieldOf[setting] ?? '', message: message.charAt(0).toUpperCase() + message.slice(1) });
    }
  }
  if (secrets?.length === 0) errors.push({ field: 'webhookSecret', message: 'Enter the secret' });
  try {
    if (stored.dialect !== null) parseDialect(stored.dialect);
  } catch (error) {
    if (!(error instanceof DialectError)) throw error;
    errors.push({ field: 'dialect', message: error.problems.join('; ').slice(0, 1000) });
  }
  return errors;
}

/** On a server, such an address would let an admin reach programs that only accept connections from the same machine. */
function findLocalAddresses({ service }: StoredConnection, publicOrigin: string): FieldError[] {
  if (service === null || isLoopbackHost(new URL(publicOrigin).hostname)) return [];
  return (['url', 'sandboxUrl'] as const).flatMap((field) => {
    const address = service[field];
    const isLocal = address !== null && URL.canParse(address) && isLocalHost(new URL(address).hostname);
    return isLocal ? [{ field, message: 'Must not be an address of this machine' }] : [];
  });
}

/** For the audit log. */
function withoutSecrets({ service, webhookSecrets, redirectHosts, dialect }: StoredConnection, now: Date) {
  return {
    url: service?.url ?? null,
    sandboxUrl: service?.sandboxUrl ?? null,
    webhookSecrets: webhookSecrets.filter(({ until }) => until === null || new Date(until) > now).length,
    redirectHosts,
    dialect: dialect === null ? null : `${dialect.length} characters`,
  };
}

function enteredSecrets({ service, webhookSecret }: SaveConnectionBody): string[] {
  return [
    ...(service?.token ? ['token'] : []),
    ...(service?.password ? ['password'] : []),
    ...(webhookSecret === undefined ? [] : ['webhook secret']),
  ];
}
