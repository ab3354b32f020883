import { z } from 'zod';
import { checklistIds, type ChecklistId, type ConnectionForm, type ConnectionSetup } from '../contract/connection';
import type { Cipher } from '../core/cipher';
import type { Clock } from '../core/clock';
import type { Settings } from '../core/settings';
import { standardDialect } from '../service/dialect/dialect';
import type { Database } from '../store/database/database';
import { readSetupFacts, type SetupFacts } from '../store/service-calls/connection-row';
import { resolveConnection } from './resolve-connection';
import { decryptConnection, type ConnectionVersion } from './stored-connection';

interface ConnectionSetupDeps {
  database: Database;
  cipher: Pick<Cipher, 'decrypt'>;
  clock: Clock;
  settings: Pick<Settings, 'service' | 'webhook' | 'demo' | 'mail'>;
}

/** For a connection that the environment sets: its address when it was last found to work. */
export const configuredCheckKey = 'connection checked';

/** Going live keeps the connection alone, so what else is done in the demo is lost. */
const keptIds: ReadonlySet<ChecklistId> = new Set(['connection', 'demo']);

/** Never contains the token, the password or a webhook secret. */
export async function readConnectionSetup(deps: ConnectionSetupDeps): Promise<ConnectionSetup> {
  const facts = await readSetupFacts(deps.database.db, configuredCheckKey);
  const saved = decryptConnection(deps.cipher, facts.row);
  const form = toForm(deps, saved);
  const isDone: Record<ChecklistId, boolean> = {
    connection: form.sources.service === 'environment' ? wasChecked(deps, facts) : form.checkedAt !== null,
    webhook: facts.webhookSeen && !deps.settings.service.simulated,
    demo: !deps.settings.service.simulated,
    second_admin: facts.admins >= 2,
    branding: facts.branded,
    mail: deps.settings.mail !== undefined && facts.testMailSent,
    backup: facts.backupTaken,
  };
  return {
    form,
    checklist: checklistIds
      .filter((id) => !deps.settings.demo || keptIds.has(id))
      .map((id) => ({ id, done: isDone[id] })),
    mayGoLive: deps.settings.demo && form.hasToken && form.checkedAt !== null,
  };
}

const checkSchema = z.object({ url: z.string() });

function wasChecked({ settings }: ConnectionSetupDeps, { configuredCheck }: SetupFacts): boolean {
  return checkSchema.safeParse(configuredCheck).data?.url === settings.service.url;
}

function toForm({ settings, clock }: ConnectionSetupDeps, saved: ConnectionVersion): ConnectionForm {
  const { version, stored, unreadable, by, at, checkedAt } = saved;
  const { source, webhookSource, dialectSource } = resolveConnection(settings, standardDialect, stored);
  const now = clock.now();
  const old = stored.webhookSecrets.find(({ until }) => until !== null && new Date(until) > now);
  const hasHosts = stored.redirectHosts.length > 0;
  return {
    version,
    savedBy: by,
    savedAt: at?.toISOString() ?? null,
    checkedAt: checkedAt?.toISOString() ?? null,
    unreadable,
    sources: {
      service: source,
      webhookSecret: webhookSource,
      dialect: dialectSource,
      redirectHosts: settings.service.redirectHostsConfigured ? 'environment' : hasHosts ? 'stored' : 'none',
    },
    url: stored.service?.url ?? '',
    sandboxUrl: stored.service?.sandboxUrl ?? '',
    hasToken: stored.service !== null,
    hasWebhookSecret: stored.webhookSecrets.some(({ until }) => until === null),
    oldSecretUntil: old?.until ?? null,
    redirectHosts: stored.redirectHosts,
    hasDialect: stored.dialect !== null,
  };
}
