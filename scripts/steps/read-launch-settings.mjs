import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isLoopbackHost } from '../../lib/core/is-loopback-host.mjs';
import { liveMarker } from '../../lib/core/live-folder.mjs';
import { CliError } from './cli-error.mjs';
import { readSecretFiles, secretSettings } from './read-secret-files.mjs';

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/** The app ends with it to be started again. */
export const restartExitCode = 75;

/**
 * The environment plus the project's `.env` and the files that settings name. Variables that are already set win.
 *
 * @param {string} root
 * @param {Environment} environment
 */
export function readEnvironment(root, environment) {
  const all = withEnvFile(root, environment);
  return { ...all, ...liveFolderSettings(root, all) };
}

/**
 * Makes `readEnvironment` the environment of this process.
 *
 * @param {string} root
 * @param {Record<string, string | undefined>} environment `process.env`
 */
export function loadEnvironment(root, environment) {
  const all = readEnvironment(root, environment);
  for (const name of secretSettings) delete environment[`${name}_FILE`];
  return Object.assign(environment, all);
}

/**
 * The data folder as it is set. The start lock is in it, because going live changes only the folder inside.
 *
 * @param {string} root
 * @param {Environment} environment
 */
export function readLockFolder(root, environment) {
  return readDataFolder(root, withEnvFile(root, environment));
}

/**
 * @param {string} root
 * @param {Environment} environment
 * @returns {Environment}
 */
function withEnvFile(root, environment) {
  const path = join(root, '.env');
  if (!existsSync(path)) return readSecretFiles(root, environment);
  const text = readFileSync(path, 'utf8');
  for (const name of secretSettings) if (environment[name] === undefined) refuseCutSecret(name, text);
  return readSecretFiles(root, { ...parseEnv(text), ...environment });
}

/**
 * `parseEnv` takes every # outside quotes as the start of a comment, also inside a token.
 *
 * @param {string} name
 * @param {string} text of the file
 */
function refuseCutSecret(name, text) {
  const cut = new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=[ \\t]*(?!["'\`\\s])[^#\\n]*[^#\\s]#`, 'm');
  if (!cut.test(text)) return;
  throw new CliError(
    `Bad setting: ${name} in .env has a # and no quotes, so the rest of it would be ignored. ` +
      'Put the value in quotes, or a space in front of a comment.',
  );
}

/**
 * After going live in the demo (lib/connection/go-live.ts), the live data is in a folder inside the demo's. It is used
 * unless the demo is asked for explicitly.
 *
 * @param {string} root
 * @param {Environment} environment
 * @returns {{ LANDFALL_DATA?: string, LANDFALL_DEMO?: string }}
 */
function liveFolderSettings(root, environment) {
  if (environment.DATABASE_URL || environment.LANDFALL_DEMO === 'on') return {};
  const live = join(readDataFolder(root, environment), 'live');
  return existsSync(join(live, liveMarker)) ? { LANDFALL_DATA: live, LANDFALL_DEMO: 'off' } : {};
}

/**
 * The few settings needed before the packages are installed, and by the HTTP server. lib/core/settings.ts parses all
 * settings; a test checks that both agree.
 *
 * @param {string} root
 * @param {Environment} environment
 */
export function readLaunchSettings(root, environment) {
  /** @type {(name: string, range: { fallback: number, least: number, most: number }) => number} */
  const readInteger = (name, { fallback, least, most }) => {
    const text = environment[name];
    if (!text) return fallback;
    if (!/^\d{1,9}$/.test(text)) throw new CliError(`Bad setting: ${name} must be a whole number.`);
    if (Number(text) < least || Number(text) > most) {
      throw new CliError(`Bad setting: ${name} must be between ${least} and ${most}.`);
    }
    return Number(text);
  };
  const host = environment.HOST || '127.0.0.1';
  if (!isLoopbackHost(host) && !environment.NEXTAUTH_URL) {
    throw new CliError('Bad setting: NEXTAUTH_URL is needed when HOST is not only this machine.');
  }
  const port = readInteger('PORT', { fallback: 3000, least: 1, most: 65_535 });
  return {
    port,
    trustedHops: readInteger('LANDFALL_TRUSTED_HOPS', { fallback: 0, least: 0, most: 10 }),
    drainS: readInteger('LANDFALL_DRAIN_S', { fallback: 0, least: 0, most: 60 }),
    hsts: readHsts(environment.HSTS || 'host'),
    host,
    publicOrigin: readOrigin(environment.NEXTAUTH_URL || `http://localhost:${port}`),
    dataFolder: readDataFolder(root, environment),
    dist: environment.LANDFALL_DIST || '.next',
    simulated: isDemo(environment) && !environment.SERVICE_URL,
  };
}

/**
 * @param {string} root
 * @param {Environment} environment
 */
function readDataFolder(root, environment) {
  return resolve(root, environment.LANDFALL_DATA || '.data');
}

/**
 * As in lib/core/settings.ts: the demo needs the embedded database and serves this machine only.
 *
 * @param {Environment} environment
 */
function isDemo({ LANDFALL_DEMO, DATABASE_URL, HOST, NEXTAUTH_URL }) {
  const origin = NEXTAUTH_URL && URL.canParse(NEXTAUTH_URL) ? new URL(NEXTAUTH_URL).hostname : 'localhost';
  return LANDFALL_DEMO !== 'off' && !DATABASE_URL && isLoopbackHost(HOST || '127.0.0.1') && isLoopbackHost(origin);
}

/** @param {string} text */
function readOrigin(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new CliError('Bad setting: NEXTAUTH_URL must be an origin, such as https://landfall.company.example.');
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new CliError('Bad setting: NEXTAUTH_URL must be an origin without a path.');
  }
  return url.origin;
}

/** @param {string} text */
function readHsts(text) {
  if (text !== 'host' && text !== 'subdomains') throw new CliError('Bad setting: HSTS must be host or subdomains.');
  return text;
}
