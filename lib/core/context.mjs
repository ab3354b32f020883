import { AsyncLocalStorage } from 'node:async_hooks';

/** @typedef {{ status: number, headers: Readonly<Record<string, string>>, body: string }} OutageResponse */

/**
 * One HTTP request. The route is known later than the id. A page that fails after a statement could not reach the database
 * is answered with `outageResponse`.
 *
 * @typedef {{
 *   readonly id: string, route?: string, databaseFailed?: boolean, outageResponse?: () => OutageResponse,
 * }} RequestContext
 */

/** @typedef {{ readonly guard: object, readonly around: OpenTransaction | undefined, open: boolean }} OpenTransaction */

/**
 * What code runs for: a request or a background job, its span if tracing is on, and its database transaction.
 *
 * @typedef {{
 *   readonly request?: RequestContext, readonly job?: string, readonly span?: import('./span').Span | undefined,
 *   readonly transaction?: OpenTransaction | undefined,
 * }} Context
 */

/**
 * On globalThis, because the HTTP server, the app and each route are separate bundles. One for everything: before Node
 * 24, each storage that was ever used makes every promise of the process slower.
 */
const key = Symbol.for('landfall.context');
/** @type {AsyncLocalStorage<Context>} */
const storage = Reflect.get(globalThis, key) ?? new AsyncLocalStorage();
Reflect.set(globalThis, key, storage);

/** @type {Context} */
const none = Object.freeze({});

/** @returns {Context} */
export function currentContext() {
  return storage.getStore() ?? none;
}

/**
 * @template T
 * @param {Context} changes
 * @param {() => T} work
 * @returns {T}
 */
export function runInContext(changes, work) {
  return storage.run({ ...storage.getStore(), ...changes }, work);
}

/**
 * For callbacks that run after something but are not part of it.
 *
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
export function runOutsideContext(work) {
  return storage.exit(work);
}
