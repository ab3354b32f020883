import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { CliError } from './cli-error.mjs';

/**
 * @typedef {Readonly<Record<string, string | undefined>>} Environment
 * @typedef {{
 *   port: number, host: string, publicOrigin: string, trustedHops: number, dataFolder: string, dist: string, simulated: boolean,
 * }} LaunchSettings
 */

/**
 * The environment plus the project's `.env`. Variables that are already set win.
 *
 * @param {string} root
 * @param {Environment} environment
 * @returns {Environment}
 */
export function readEnvironment(root, environment) {
  const path = join(root, '.env');
  return existsSync(path) ? { ...parseEnv(readFileSync(path, 'utf8')), ...environment } : environment;
}

/**
 * The few settings needed before the packages are installed, and by the HTTP server. lib/core/settings.ts parses all
 * settings; a test checks that both agree.
 *
 * @param {string} root
 * @param {Environment} environment
 * @returns {LaunchSettings}
 */
export function readLaunchSettings(root, environment) {
  const port = readInteger(environment, 'PORT', 3000, 1, 65_535);
  const trustedHops = readInteger(environment, 'LANDFALL_TRUSTED_HOPS', 0, 0, 10);
  return {
    port,
    trustedHops,
    host: environment.HOST || '127.0.0.1',
    publicOrigin: readOrigin(environment.NEXTAUTH_URL || `http://localhost:${port}`),
    dataFolder: readDataFolder(root, environment),
    dist: environment.LANDFALL_DIST || '.next',
    simulated: !environment.SERVICE_URL,
  };
}

/**
 * @param {string} root
 * @param {Environment} environment
 */
export function readDataFolder(root, environment) {
  return resolve(root, environment.LANDFALL_DATA || '.data');
}

/**
 * @param {Environment} environment
 * @param {string} name
 * @param {number} fallback
 * @param {number} least
 * @param {number} most
 */
function readInteger(environment, name, fallback, least, most) {
  const text = environment[name];
  if (!text) return fallback;
  if (!/^\d{1,9}$/.test(text)) throw new CliError(`Bad setting: ${name} must be a whole number.`);
  const number = Number(text);
  if (number < least || number > most) throw new CliError(`Bad setting: ${name} must be between ${least} and ${most}.`);
  return number;
}

/** @param {string} text */
function readOrigin(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new CliError('Bad setting: NEXTAUTH_URL must be an origin, such as https://landfall.company.example.');
  }
  return url.origin;
}
