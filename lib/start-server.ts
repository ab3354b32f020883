import 'server-only';
import { createSetupCode } from './auth/first-admin';
import { compose, type Landfall } from './compose';
import { logConsoleErrors } from './core/log-console-errors';
import { parseSettings } from './core/settings';
import { databaseAnswersKey } from './http/database-answers';
import { allowedMethods, allowedMethodsKey } from './http/allowed-methods';
import { observeRequestKey } from './http/observe-request';
import { chosenLanguageKey } from './http/report-chosen-language';
import { storeChosenLanguage } from './outbox/contacts/store-chosen-language';
import { setLandfall } from './server';

/** Composes the app for the process. instrumentation.ts calls it before the first request. */
export function startServer(): Promise<Landfall> {
  const starting = start();
  setLandfall(starting);
  return starting;
}

/** scripts/serve.mjs provides it if `npm start` runs the app. */
function requestRestart(): boolean {
  const restart: unknown = Reflect.get(globalThis, Symbol.for('landfall.restart'));
  return typeof restart === 'function' && restart() === true;
}

async function start(): Promise<Landfall> {
  const settings = parseSettings(process.env);
  // next-auth reads its public URL only from the environment.
  process.env['NEXTAUTH_URL'] = settings.publicOrigin;
  const landfall = await compose(settings, { requestRestart });
  // Development keeps the readable stack traces of Next.
  if (process.env.NODE_ENV === 'production') logConsoleErrors(landfall.log);
  // scripts/serve.mjs and proxy.ts do not share a bundle with the app, so they find these by symbol.
  Object.assign(globalThis, {
    [Symbol.for('landfall.ready')]: async () => ({
      setupCode: await createSetupCode(landfall.auth),
      demoAccounts: landfall.demoAccounts,
      mailbox: landfall.outbox.mail.mode === 'mailbox',
    }),
    [Symbol.for('landfall.drain')]: () => landfall.drain(),
    [Symbol.for('landfall.close')]: (graceMs?: number) => landfall.close(graceMs),
    [databaseAnswersKey]: landfall.pageSessions.begin,
    [chosenLanguageKey]: (choice: Parameters<typeof storeChosenLanguage>[1]) =>
      storeChosenLanguage(landfall.outbox, choice).catch((err: unknown) =>
        landfall.log.warn({ err }, 'the language that a customer chose was not stored'),
      ),
    [observeRequestKey]: landfall.observeRequest,
    [allowedMethodsKey]: allowedMethods,
  });
  return landfall;
}
