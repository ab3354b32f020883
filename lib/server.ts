import 'server-only';
import { cache } from 'react';
import type { Landfall } from './compose';
import { createPageGuard } from './http/create-page-guard';
import { createRoute } from './http/create-route';

/**
 * On globalThis, because Next bundles instrumentation and each route separately. Routes get the app from here and never
 * import what composes it: every one of their bundles would contain the whole app, and all stay in memory.
 */
const holder: { [key: symbol]: Promise<Landfall> | undefined } = globalThis as never;
const appKey = Symbol.for('landfall.app');

export function setLandfall(starting: Promise<Landfall> | undefined): void {
  holder[appKey] = starting;
}

export async function getLandfall(): Promise<Landfall> {
  const landfall = await holder[appKey];
  if (!landfall) throw new Error('The app has not been started.');
  return landfall;
}

export const route = createRoute(getLandfall);
export const { staffPage, currentStaff, currentIdentity } = createPageGuard(getLandfall);

/** The live position before anything is read. The same for the layout and its page, so that neither seems older. */
export const readLivePosition = cache(async () => (await getLandfall()).feed.readPosition());
