/** Under this key lib/start-server.ts registers a check on globalThis: Next bundles proxy.ts without the app. */
export const databaseAnswersKey = Symbol.for('landfall.database-answers');

/** Reads the session of a page's request, for the page to take. True until the app has started. */
export async function databaseAnswers(page: { id: string; cookie: string | null }): Promise<boolean> {
  const check: unknown = Reflect.get(globalThis, databaseAnswersKey);
  return typeof check !== 'function' || (await check(page)) !== false;
}
