const formats = {
  /** 14:20:27 */
  clock: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  /** 14:20 */
  minute: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** Thu 12 Nov */
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  /** 12 Nov 2026 */
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 10 Nov, 17:05 UTC */
  moment: {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  },
  /** Thu 12 Nov 2026, 14:20:27 UTC */
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
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type InstantFormat = keyof typeof formats;

// Creating a formatter is slow, and a list formats hundreds of times.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(format: InstantFormat, zone: string): Intl.DateTimeFormat {
  const key = `${format} ${zone}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  // The interface is English; `en-GB` has the day first and a 24-hour clock.
  const created = new Intl.DateTimeFormat('en-GB', { ...formats[format], timeZone: zone });
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

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Days in UTC are the same for every viewer: "24 Aug 2026" or "24 Aug". Not by `Intl`, since a chart has dozens. */
export function formatDay(day: string, withYear = true): string {
  const at = new Date(day);
  const text = `${at.getUTCDate()} ${months[at.getUTCMonth()]}`;
  return withYear ? `${text} ${at.getUTCFullYear()}` : text;
}

/** "24 Aug to 30 Aug 2026". */
export function formatDayRange(from: string, to: string): string {
  return from === to ? formatDay(from) : `${formatDay(from, false)} to ${formatDay(to)}`;
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
