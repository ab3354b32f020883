import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ token: string, webhookSecret: string, port?: number }} SimulatorKeys */

/**
 * Secrets shared by app and simulator, created once per data folder and readable only by the owner. The port is stored
 * too, because customer links contain it.
 *
 * @param {string} dataFolder
 * @returns {SimulatorKeys}
 */
export function loadSimulatorKeys(dataFolder) {
  const stored = parseKeys(readText(keysPath(dataFolder)));
  if (stored) return stored;
  const keys = {
    token: randomBytes(24).toString('base64url'),
    webhookSecret: randomBytes(32).toString('base64url'),
  };
  saveSimulatorKeys(dataFolder, keys);
  return keys;
}

/**
 * @param {string} dataFolder
 * @param {SimulatorKeys} keys
 */
export function saveSimulatorKeys(dataFolder, keys) {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const path = keysPath(dataFolder);
  // Written to a new file and renamed, so that an interruption leaves either the old or the new keys.
  writeFileSync(`${path}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** @param {string} dataFolder */
const keysPath = (dataFolder) => join(dataFolder, 'simulator-keys.json');

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * @param {string} text
 * @returns {SimulatorKeys | undefined}
 */
function parseKeys(text) {
  try {
    const { token, webhookSecret, port } = /** @type {Record<string, unknown>} */ (JSON.parse(text));
    if (typeof token !== 'string' || token === '') return undefined;
    if (typeof webhookSecret !== 'string' || webhookSecret === '') return undefined;
    return { token, webhookSecret, ...(typeof port === 'number' && Number.isInteger(port) && { port }) };
  } catch {
    return undefined;
  }
}
