import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorCode } from '../../lib/core/error-code.mjs';
import { CliError } from './cli-error.mjs';

/** @typedef {import('./read-launch-settings.mjs').Environment} Environment */

/** Each may be given as the path of a file in `NAME_FILE` instead, as container platforms provide secrets. */
export const secretSettings = [
  'SERVICE_TOKEN',
  'SERVICE_PASSWORD',
  'WEBHOOK_SECRET',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'LANDFALL_KEY',
  'BACKUP_KEY',
  'NEXTAUTH_SECRET',
  'OIDC_CLIENT_SECRET',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'NOTIFY_URL',
  'SMTP_URL',
  'AUDIT_HEADS',
];

/**
 * The environment with the content of the secret files in place of their names.
 *
 * @param {string} root where relative paths start
 * @param {Environment} environment
 * @returns {Environment}
 */
export function readSecretFiles(root, environment) {
  const result = { ...environment };
  for (const name of secretSettings) {
    const fileSetting = `${name}_FILE`;
    const path = environment[fileSetting];
    delete result[fileSetting];
    if (!path) continue;
    if (environment[name]) throw new CliError(`Bad settings: ${name} and ${fileSetting} are both set. Remove one.`);
    result[name] = readSecret(resolve(root, path), fileSetting);
  }
  return result;
}

/**
 * @param {string} path
 * @param {string} setting
 */
function readSecret(path, setting) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new CliError(`Bad setting: ${setting} names ${path}, which cannot be read (${errorCode(error)}).`);
  }
  // Editors and `openssl rand` end a file with a newline.
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new CliError(`Bad setting: ${setting} names ${path}, which is empty.`);
  return secret;
}
