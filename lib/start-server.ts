import 'server-only';
import { createSetupCode } from './auth/first-admin';
import { compose, type Landfall } from './compose';
import { logConsoleErrors } from './core/log-console-errors';
import { parseSettings } from './core/settings';
import { allowedMethods } from './http/allowed-methods';
import { appHooks, type AppHooks } from './http/app-hooks.mjs';
import { createPagePreparer } from './http/create-page-preparer';
import { storeChosenLanguage } from './outbox/contacts/store-chosen-language';
import { setLandfall } from './server';

/** Composes the app for the process. instrumentation.ts calls it before the first request. */
export function startServer(): Promise<Landfall> {
  const starting = start();
  setLandfall(starting);
  return starting;
}

async function start(): Promise<Landfall> {
  const settings = parseSettings(process.env);
  // next-auth reads its public URL only from the environment.
  process.env['NEXTAUTH_URL'] = settings.publicOrigin;
  const landfall = await compose(settings, { requestRestart: () => appHooks.restart?.() ?? false });
  // Development keeps the readable stack traces of Next.
  if (process.env.NODE_ENV === 'production') logConsoleErrors(landfall.log);
  const hooks: Omit<AppHooks, 'restart' | 'started' | 'routes'> = {
    ready: async () => ({
      setupCode: await createSetupCode(landfall.auth),
      demoAccounts: landfall.demoAccounts,
      mailbox: landfall.outbox.mail.mode === 'mailbox',
    }),
    drain: landfall.drain,
    close: landfall.close,
    preparePage: createPagePreparer({
      ...landfall,
      // The page can be shown without it.
      storeChosenLanguage: (choice) =>
        storeChosenLanguage(landfall.outbox, choice).catch((err: unknown) =>
          landfall.log.warn({ err }, 'the language that a customer chose was not stored'),
        ),
      development: process.env.NODE_ENV === 'development',
    }),
    observeRequest: landfall.observeRequest,
    allowedMethods,
  };
  Object.assign(appHooks, hooks);
  return landfall;
}
