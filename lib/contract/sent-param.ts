const results = ['sent', 'confirm', 'recent', 'unavailable', 'invalid', 'busy'] as const;

/** The result of a form that was sent. */
export type SentResult = (typeof results)[number];

const maxAgeMs = 10 * 60_000;

/** In the address of the page that shows the result. */
export const sentParam = 'sent';

/** The result of starting a migration again, on its page. */
export const retryParam = 'retry';

/** The result of requesting the full migration, on the migration's page. */
export const fullRequestParam = 'full';

/** The result of requesting a tool that is not listed. */
export const toolRequestParam = 'request';

/** Where the page shows it. */
export const toolRequestSection = '#tool-request';

/** With the time, because the address may be opened again much later, for example from a bookmark. */
export function writeSentParam(result: SentResult, now: Date): string {
  return `${result}-${Math.floor(now.getTime() / 1000)}`;
}

/** Undefined if it is old or unknown. */
export function readSentParam(value: string | undefined, now: Date): SentResult | undefined {
  const [, result, seconds] = /^([a-z]+)-(\d{1,12})$/.exec(value ?? '') ?? [];
  // The clock of another instance may be ahead.
  const ageMs = Math.abs(now.getTime() - Number(seconds) * 1000);
  return ageMs <= maxAgeMs ? results.find((known) => known === result) : undefined;
}

/** Shows the form on the open start page, which otherwise leads back to the migration of this browser. */
export const startAgainParam = 'again';
