/** Nothing outside these years is a message's timestamp. */
const earliestMs = Date.UTC(2000, 0, 1);
const latestMs = Date.UTC(2100, 0, 1);

const isoPattern =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d{1,9}))?\s?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;

/** UTC if it has no zone. Seconds and milliseconds cannot be confused between 2000 and 2100. */
export function readTimestamp(value: unknown): Date | undefined {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string' || value.length > 64) return undefined;
  const text = value.trim();
  if (/^\d{9,14}(\.\d{1,9})?$/.test(text)) return fromNumber(Number(text));
  const iso = isoPattern.exec(text);
  if (!iso) return undefined;
  const [, date = '', hoursMinutes = '', seconds = ':00', fraction = '0', zone = 'Z'] = iso;
  const ms = Date.parse(`${date}T${hoursMinutes}${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}${isoZone(zone)}`);
  // Date.parse turns 30 February into March.
  if (!Number.isFinite(ms) || !existsInCalendar(date)) return undefined;
  return dateInRange(ms);
}

/** Digits only, so that no two spellings share one signature. */
export function readSignedSeconds(text: string): Date | undefined {
  return /^\d{9,11}$/.test(text) ? dateInRange(Number(text) * 1000) : undefined;
}

function fromNumber(value: number): Date | undefined {
  return dateInRange(value) ?? dateInRange(value * 1000);
}

function dateInRange(ms: number): Date | undefined {
  return ms >= earliestMs && ms < latestMs ? new Date(Math.trunc(ms)) : undefined;
}

function isoZone(zone: string): string {
  if (/^(z|utc|gmt)$/i.test(zone)) return 'Z';
  const digits = zone.replace(':', '');
  return `${digits.slice(0, 3)}:${digits.slice(3, 5) || '00'}`;
}

function existsInCalendar(date: string): boolean {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(date);
}
