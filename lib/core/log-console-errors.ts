import { stripVTControlCharacters } from 'node:util';
import type { Log } from './log';

/**
 * Next prints errors with `console.error`, including failed queries with their parameters. This sends them through the
 * log, which masks secrets. Errors of pages have a digest; Next passes those to `onRequestError` too, which knows the
 * request, so they are logged there only.
 */
export function logConsoleErrors(log: Log, target: Pick<Console, 'error'> = console): void {
  target.error = (...args: unknown[]) => {
    const errors = args.filter((arg) => arg instanceof Error);
    if (errors.some((error) => 'digest' in error)) return;
    const words = args.filter((arg) => typeof arg === 'string').join(' ');
    // Next colours its prefix.
    const text = stripVTControlCharacters(words).trim();
    // Text may quote anything, so only its first line is kept, and never as the message, which support bundles contain.
    const printed = text.split('\n', 1)[0]?.slice(0, 500) ?? '';
    log.error(
      { ...(errors.length > 0 && { err: errors[0] }), ...(printed !== '' && printed !== '⨯' && { printed }) },
      'printed to the console',
    );
  };
}
