export type InstantFormat =
  /** 14:20:27 */
  | 'clock'
  /** 14:20 */
  | 'minute'
  /** Thu 12 Nov */
  | 'day'
  /** 12 Nov 2026 */
  | 'date'
  /** 10 Nov, 17:05 UTC */
  | 'moment'
  /** Thu 12 Nov 2026, 14:20:27 UTC */
  | 'exact';

const options: Record<InstantFormat, Intl.DateTimeFormatOptions> = {
  clock: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  minute: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  moment: {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  },
  exact: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  },
};

// Creating a formatter is slow, and a list formats hundreds of times.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(format: InstantFormat, zone: string): Intl.DateTimeFormat {
  const key = `${format} ${zone}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  // The interface is English; `en-GB` has the day first and a 24-hour clock.
  const created = new Intl.DateTimeFormat('en-GB', { ...options[format], timeZone: zone });
  formatters.set(key, created);
  return created;
}

/** Assembled from parts because engines differ in commas and in "Sept". */
export function formatInstant(at: number, format: InstantFormat, zone: string): string {
  const parts = new Map(
    formatterOf(format, zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const clock = [get('hour'), get('minute'), ...(parts.has('second') ? [get('second')] : [])].join(':');
  const day = [get('weekday'), get('day'), get('month').slice(0, 3), get('year')].filter(Boolean).join(' ');
  const time = [clock, get('timeZoneName')].filter(Boolean).join(' ');
  if (format === 'clock' || format === 'minute') return clock;
  if (format === 'day' || format === 'date') return day;
  return `${day}, ${time}`;
}

/** For headings that name the zone once: "UTC", "CET", "GMT+5:30". */
export function zoneName(at: number, zone: string): string {
  const part = formatterOf('moment', zone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName');
  return part?.value ?? zone;
}

/** The zone comes from a cookie, so it can be anything. */
export function isZone(zone: string): boolean {
  try {
    formatterOf('moment', zone);
    return true;
  } catch {
    return false;
  }
}
