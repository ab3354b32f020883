import { describe, expect, it } from 'vitest';
import { parseSettings } from '../core/settings';
import { standardDialect } from '../service/dialect/dialect';
import { resolveConnection } from './resolve-connection';
import { emptyConnection, type StoredConnection } from './stored-connection';

const stored: StoredConnection = {
  service: { url: 'https://entered.example/api/v2.1', sandboxUrl: null, token: 'entered-token', password: null },
  webhookSecrets: [{ secret: 'an entered webhook secret', until: null }],
  redirectHosts: ['login.entered.example'],
  dialect: '{"toolValue":"slug"}',
};
const service = { SERVICE_URL: 'https://configured.example/api/v2.1', SERVICE_TOKEN: 'configured-token' };
const secret = { WEBHOOK_SECRET: 'a configured webhook secret' };
const configuredDialect = { ...standardDialect, toolValue: 'label' as const };

const choices = <Off, On>(off: Off, on: On) => [off, on] as const;
const combinations = choices({}, service).flatMap((serviceVariables) =>
  choices({}, secret).flatMap((secretVariables) =>
    choices({}, { SERVICE_DIALECT: 'dialect.json' }).flatMap((dialectVariables) =>
      choices({}, { SERVICE_REDIRECT_HOSTS: 'login.configured.example' }).flatMap((hostVariables) =>
        choices(false, true).flatMap((simulator) =>
          choices(emptyConnection, stored).map((entered) => ({
            variables: { ...serviceVariables, ...secretVariables, ...dialectVariables, ...hostVariables },
            simulator,
            entered,
          })),
        ),
      ),
    ),
  ),
);

describe('what is used', () => {
  it.each(combinations)('with $variables, simulator $simulator, entered $entered.service.url', (combination) => {
    const { variables, simulator, entered } = combination;
    const has = (name: string) => name in variables;
    const isEntered = entered === stored && !simulator;
    const settings = parseSettings({
      LANDFALL_DEMO: 'off',
      ...variables,
      ...(simulator && { LANDFALL_SIMULATOR: 'http://127.0.0.1:4010' }),
    });
    const used = resolveConnection(settings, configuredDialect, entered);
    const named = simulator ? 'simulator' : 'environment';

    if (has('SERVICE_URL')) {
      expect(used.source).toBe(named);
      expect(used.service).toMatchObject({ url: service.SERVICE_URL, token: service.SERVICE_TOKEN });
    } else if (simulator) {
      expect(used.source).toBe('simulator');
      expect(used.service?.url).toBe('http://127.0.0.1:4010/api/v2.1');
    } else {
      expect(used.source).toBe(isEntered ? 'stored' : 'none');
      expect(used.service).toEqual(
        isEntered
          ? {
              url: 'https://entered.example/api/v2.1',
              sandboxUrl: 'https://entered.example/api/sandbox',
              token: 'entered-token',
              password: 'X',
            }
          : null,
      );
    }

    expect(used.webhookSource).toBe(has('WEBHOOK_SECRET') ? named : isEntered ? 'stored' : 'none');
    expect(used.webhookSecrets.map((known) => known.secret)).toEqual(
      has('WEBHOOK_SECRET') ? [secret.WEBHOOK_SECRET] : isEntered ? ['an entered webhook secret'] : [],
    );
    expect([used.dialectSource, used.dialect.toolValue]).toEqual(
      has('SERVICE_DIALECT') ? ['environment', 'label'] : isEntered ? ['stored', 'slug'] : ['none', 'name'],
    );
    expect(used.redirectHosts.includes('login.configured.example')).toBe(has('SERVICE_REDIRECT_HOSTS'));
    expect(used.redirectHosts.includes('login.entered.example')).toBe(isEntered && !has('SERVICE_REDIRECT_HOSTS'));

    // The demo never meets what was entered, and nothing entered replaces the environment.
    if (simulator || has('SERVICE_URL')) expect(JSON.stringify(used.service)).not.toContain('entered');
  });
});
