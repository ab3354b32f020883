import { parseSettings, settingNames, SettingsError } from '../core/settings';

/** Their values are a choice or a number, and say nothing about a person or a secret. */
const shown = new Set([
  'DECISION_HOLD_S',
  'HSTS',
  'LANDFALL_DEMO',
  'LANDFALL_TRUSTED_HOPS',
  'LOG_LEVEL',
  'OIDC_UNKNOWN',
  'PORT',
  'REQUIRE_PASSKEY',
  'SERVICE_RATE_PER_S',
  'START_PAGE',
  'WEBHOOK_SCHEME',
  'WEBHOOK_TOLERANCE_S',
  'WHO_PAYS',
]);

/** Each setting as `not set`, `set`, or its value if that is valid and cannot be a secret. */
export function describeSettings(env: Readonly<Record<string, string | undefined>>) {
  const problems = findProblems(env);
  // A secret may have been pasted into the wrong line.
  const isBad = (name: string) => problems.some(({ setting }) => setting === name);
  const values = Object.fromEntries(
    settingNames.map((name) => {
      const value = env[name];
      if (!value) return [name, 'not set'];
      return [name, shown.has(name) && !isBad(name) ? value : 'set'];
    }),
  );
  return { values, problems: problems.map(({ setting, problem }) => `${setting} ${problem}`) };
}

function findProblems(env: Readonly<Record<string, string | undefined>>): SettingsError['problems'] {
  try {
    parseSettings(env);
    return [];
  } catch (error) {
    // They never contain a value.
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
