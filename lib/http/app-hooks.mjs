/**
 * Functions of the app for code that Next does not bundle with it, proxy.ts and the HTTP server, and one of that server for
 * the app. Each is missing until it is registered, by lib/start-server.ts or scripts/serve.mjs.
 *
 * @typedef {{
 *   ready: () => Promise<{ setupCode: string | null, demoAccounts: readonly unknown[], mailbox: boolean }>,
 *   drain: () => void,
 *   close: (graceMs: number) => Promise<void>,
 *   restart: () => boolean,
 *   routes: Readonly<Record<string, Parameters<typeof import('../../scripts/server/call-route.mjs').callRoute>[0]>>,
 *   observeRequest: import('./observe-request').ObserveRequest,
 *   allowedMethods: (path: string) => string,
 *   beginPage: (page: { id: string, cookie: string | null }) => Promise<boolean>,
 *   storeChosenLanguage: (choice: { path: string, language: import('../contract/languages').Language }) => Promise<void>,
 * }} AppHooks
 */

const key = Symbol.for('landfall.hooks');
/** @type {Partial<AppHooks>} */
export const appHooks = Reflect.get(globalThis, key) ?? {};
Reflect.set(globalThis, key, appHooks);
