import { loadOrCreateKeys } from './keys';
import type { Settings } from './settings';

/** Generated once in the data folder when the settings have no keys. */
export function readKeys(settings: Settings): { nextAuthSecret: string; landfallKeys: readonly string[] } {
  if (settings.nextAuthSecret !== undefined && settings.landfallKeys !== undefined) {
    return { nextAuthSecret: settings.nextAuthSecret, landfallKeys: settings.landfallKeys };
  }
  const generated = loadOrCreateKeys(settings.dataFolder);
  return {
    nextAuthSecret: settings.nextAuthSecret ?? generated.nextAuthSecret,
    landfallKeys: settings.landfallKeys ?? [generated.landfallKey, ...generated.olderKeys],
  };
}

/** Everything that must not be in a log line. */
export function collectSecrets(settings: Settings, keys: ReturnType<typeof readKeys>): string[] {
  const databaseUrls = [settings.databaseUrl, settings.databaseOwnerUrl].filter((url) => url !== undefined);
  const optional = [
    ...databaseUrls.flatMap((url) => [url, new URL(url).password]),
    settings.oidc?.clientSecret,
    settings.notifyUrl,
    ...(settings.mail ? [settings.mail.smtpUrl, decodeURIComponent(new URL(settings.mail.smtpUrl).password)] : []),
    settings.auditHeads && 'url' in settings.auditHeads ? settings.auditHeads.url : undefined,
    settings.service.password,
    ...listSecretHeaders(settings.telemetry?.headers ?? {}),
  ];
  return [
    settings.service.token,
    keys.nextAuthSecret,
    ...keys.landfallKeys,
    ...settings.webhook.secrets,
    ...settings.metricsTokens,
    ...optional.filter((secret) => secret !== undefined),
  ];
}

/** Headers such as the name of a tenant are not secret, and masking a short word makes log lines unreadable. */
function listSecretHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name, value]) => value.length >= 16 || /auth|key|token|secret|password/i.test(name))
    .map(([, value]) => value);
}
