import 'server-only';
import { countStaff } from './auth/create-auth';
import { compose, type Landfall } from './compose';
import { logConsoleErrors } from './core/log-console-errors';
import { parseSettings } from './core/settings';
import { createPageGuard } from './http/create-page-guard';
import { createRoute } from './http/create-route';
import { databaseAnswersKey } from './http/database-answers';

/** On globalThis, because Next bundles instrumentation and routes separately and a module-level value would exist twice. */
const holder: { [key: symbol]: Promise<Landfall> | undefined } = globalThis as never;
const appKey = Symbol.for('landfall.app');

export function getLandfall(): Promise<Landfall> {
  holder[appKey] ??= start();
  return holder[appKey];
}

async function start(): Promise<Landfall> {
  const settings = parseSettings(process.env);
  // next-auth reads its public URL only from the environment.
  process.env['NEXTAUTH_URL'] = settings.publicOrigin;
  const landfall = await compose(settings);
  // Development keeps the readable stack traces of Next.
  if (process.env.NODE_ENV === 'production') logConsoleErrors(landfall.log);
  // scripts/serve.mjs and proxy.ts do not share a bundle with the app, so they find these by symbol.
  Object.assign(globalThis, {
    [Symbol.for('landfall.ready')]: async () => ({
      staffCount: await countStaff(landfall.auth),
      demoAccounts: landfall.demoAccounts,
    }),
    [Symbol.for('landfall.close')]: () => landfall.close(),
    [databaseAnswersKey]: () => landfall.databaseHealth.answers(),
  });
  return landfall;
}

export const route = createRoute(getLandfall);
export const { staffPage, currentStaff, currentIdentity } = createPageGuard(getLandfall);
