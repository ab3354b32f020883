import 'server-only';
import { compose, type Landfall } from './compose';
import { parseSettings } from './core/settings';
import { createPageGuard } from './http/create-page-guard';
import { createRoute } from './http/create-route';

/**
 * Next bundles instrumentation and routes separately, so a module-level singleton would exist twice. The one app of
 * this process lives on globalThis; it is composed once, lazily, and never while building.
 */
const holder: { [key: symbol]: Promise<Landfall> | undefined } = globalThis as never;
const appKey = Symbol.for('landfall.app');

export function getLandfall(): Promise<Landfall> {
  holder[appKey] ??= start();
  return holder[appKey];
}

async function start(): Promise<Landfall> {
  const settings = parseSettings(process.env);
  // next-auth takes its addresses from the environment, whatever the request says.
  process.env['NEXTAUTH_URL'] = settings.publicOrigin;
  const landfall = await compose(settings);
  // The server around Next (scripts/serve.mjs) cannot import what Next bundles; it finds these two by name.
  Object.assign(globalThis, {
    [Symbol.for('landfall.ready')]: async () => ({
      staffCount: await landfall.auth.countStaff(),
      demoAccounts: landfall.demoAccounts,
    }),
    [Symbol.for('landfall.close')]: () => landfall.close(),
  });
  return landfall;
}

export const route = createRoute(getLandfall);
export const { staffPage, currentStaff } = createPageGuard(getLandfall);
