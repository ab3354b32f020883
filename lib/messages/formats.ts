/** Dates, times, numbers and ranges as the reader writes them. The only place with `Intl` for customers. */
export function createFormats(locale: string) {
  const dates = (options: Intl.DateTimeFormatOptions, zone = 'UTC') =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  const number = new Intl.NumberFormat(locale);
  const marks = punctuation[locale.slice(0, 2)] ?? latinPunctuation;
  return {
    locale,
    isolate: marks.isolate,
    /** One paragraph; empty ones are left out. */
    sentences: (parts: readonly string[]) => parts.filter((part) => part !== '').join(marks.space),
    /** “From Zendesk, anna”. `Intl.ListFormat` would say “and”. */
    phrases: (parts: readonly string[]) => parts.map(marks.isolate).join(marks.comma),
    /** A heading or a phrase as a sentence. */
    sentence: (text: string) => `${text}${marks.fullStop}`,
    /** “ticket 7: too large” */
    labelled: (label: string, value: string) => `${label}${marks.colon}${value}`,
    /** “14:20 (5 minutes ago)” */
    withAside: (text: string, aside: string) => `${text}${marks.open}${aside}${marks.close}`,
    number: (value: number) => number.format(value),
    /** “2–5 hours”; `unit` is one of Intl's, such as `hour`. */
    unitRange: (from: number, to: number, unit: string) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).formatRange(from, to),
    /** “5 hours” */
    unit: (value: number, unit: string) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value),
    date: (at: Date, zone?: string) => dates({ dateStyle: 'long' }, zone).format(at),
    time: (at: Date, zone?: string) => dates({ timeStyle: 'short' }, zone).format(at),
    dateTime: (at: Date, zone?: string) => dates({ dateStyle: 'medium', timeStyle: 'short' }, zone).format(at),
    /** “16 Nov 2026, 14:20 CET”, where the reader may be in another zone. */
    moment: (at: Date, zone?: string) =>
      dates(
        {
          ...{ day: 'numeric', month: 'short', year: 'numeric' },
          ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
        },
        zone,
      ).format(at),
    /** “5 minutes ago”, in the largest unit that fits, or “now”. */
    ago: (at: Date, nowMs: number) => {
      const ageMs = Math.max(0, nowMs - at.getTime());
      const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
      const fits = ageUnits.find(([, ms]) => ageMs >= ms);
      return fits === undefined ? relative.format(0, 'second') : relative.format(-Math.floor(ageMs / fits[1]), fits[0]);
    },
    dateTimeRange: (from: Date, to: Date, zone?: string) =>
      dates({ dateStyle: 'medium', timeStyle: 'short' }, zone).formatRange(from, to),
  };
}

interface Punctuation {
  space: string;
  comma: string;
  colon: string;
  fullStop: string;
  open: string;
  close: string;
  /** A name in another script stays in its place. */
  isolate: (text: string) => string;
}

const latinPunctuation: Punctuation = {
  ...{ space: ' ', comma: ', ', colon: ': ', fullStop: '.', open: ' (', close: ')' },
  isolate: (text) => text,
};
/** Only languages that differ. */
const punctuation: Readonly<Record<string, Punctuation>> = {
  fr: { ...latinPunctuation, colon: '\u00A0: ' },
  ja: { ...latinPunctuation, space: '', comma: '、', colon: '：', fullStop: '。', open: '（', close: '）' },
  ar: { ...latinPunctuation, comma: '، ', isolate: (text) => (text === '' ? '' : `\u2068${text}\u2069`) },
};

const ageUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
