/** Dates, times, numbers and ranges as the reader writes them. The only place with `Intl` for customers. */
export function createFormats(locale: string) {
  const dates = (options: Intl.DateTimeFormatOptions, zone = 'UTC') =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  const number = new Intl.NumberFormat(locale);
  return {
    locale,
    number: (value: number) => number.format(value),
    /** “2–5 hours”; `unit` is one of Intl's, such as `hour`. */
    unitRange: (from: number, to: number, unit: string) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).formatRange(from, to),
    date: (at: Date, zone?: string) => dates({ dateStyle: 'long' }, zone).format(at),
    time: (at: Date, zone?: string) => dates({ timeStyle: 'short' }, zone).format(at),
    dateTime: (at: Date, zone?: string) => dates({ dateStyle: 'medium', timeStyle: 'short' }, zone).format(at),
    dateTimeRange: (from: Date, to: Date, zone?: string) =>
      dates({ dateStyle: 'medium', timeStyle: 'short' }, zone).formatRange(from, to),
  };
}

export type Formats = ReturnType<typeof createFormats>;
