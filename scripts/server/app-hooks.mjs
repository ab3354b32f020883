/**
 * Next bundles the app, so this process cannot import it. lib/server.ts registers two functions on globalThis instead.
 */

const readyHook = Symbol.for('landfall.ready');
const closeHook = Symbol.for('landfall.close');

/**
 * @typedef {{ email: string, role: string, password: string }} DemoAccount
 * @typedef {{ staffCount?: number, demoAccounts: DemoAccount[] }} StartupInfo
 */

/** @returns {Promise<StartupInfo>} */
export async function readStartupInfo() {
  return parseStartupInfo(await callHook(readyHook));
}

/** Stops the poller, the open streams and the database. */
export async function closeApp() {
  await callHook(closeHook);
}

/**
 * @param {unknown} value
 * @returns {StartupInfo}
 */
export function parseStartupInfo(value) {
  if (typeof value !== 'object' || value === null) return { demoAccounts: [] };
  const staffCount = 'staffCount' in value && typeof value.staffCount === 'number' ? value.staffCount : undefined;
  const listed = 'demoAccounts' in value && Array.isArray(value.demoAccounts) ? value.demoAccounts : [];
  return { ...(staffCount !== undefined && { staffCount }), demoAccounts: listed.filter(isDemoAccount) };
}

/**
 * @param {unknown} value
 * @returns {value is DemoAccount}
 */
function isDemoAccount(value) {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['email', 'role', 'password'].every((name) => typeof Reflect.get(value, name) === 'string')
  );
}

/**
 * @param {symbol} name
 * @returns {Promise<unknown>}
 */
async function callHook(name) {
  const hook = Reflect.get(globalThis, name);
  return typeof hook === 'function' ? await hook() : undefined;
}
