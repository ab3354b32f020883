/**
 * Functions of the app for the HTTP server, which Next does not bundle with it, and two of that server for the app. Each is
 * missing until it is registered, by lib/start-server.ts, instrumentation.ts or scripts/serve.mjs.
 *
 * @typedef {{
 *   ready: () => Promise<{ setupCode: string | null, demoAccounts: readonly unknown[], mailbox: boolean }>,
 *   drain: () => void,
 *   close: (graceMs: number) => Promise<void>,
 *   restart: () => boolean,
 *   started: () => void,
 *   routes: Readonly<Record<string, Parameters<typeof import('../../scripts/server/call-route.mjs').callRoute>[0]>>,
 *   observeRequest: import('./observe-request').ObserveRequest,
 *   allowedMethods: (path: string) => string,
 *   preparePage: ReturnType<typeof import('./create-page-preparer').createPagePreparer>,
 * }} AppHooks
 */

const key = Symbol.for('landfall.hooks');
/** @type {Partial<AppHooks>} */
export const appHooks = Reflect.get(globalThis, key) ?? {};
Reflect.set(globalThis, key, appHooks);
