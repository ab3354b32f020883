import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ token: string, webhookSecret: string, port?: number }} SimulatorKeys
 */

/**
 * What the app and its simulator share is made once a data folder, readable by its owner alone. The port is kept, too:
 * links that were handed out point to it.
 *
 * @param {string} dataFolder
 * @returns {SimulatorKeys}
 */
export function loadSimulatorKeys(dataFolder) {
  const kept = parseKeys(readText(keysPath(dataFolder)));
  if (kept) return kept;
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
  // Written beside and moved into place, so that an interruption leaves the old keys or the new ones.
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
