/** "16 Nov 2026, 14:20 CET": the zone is named, because the server may not know that of the reader. */
export function formatTime(at: string, { language, zone }: { language: string; zone: string }): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  }).format(new Date(at));
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** "5 minutes ago", in the largest unit that fits. */
export function formatAgo(at: string, { language, nowMs }: { language: string; nowMs: number }): string {
  const ageMs = Math.max(0, nowMs - Date.parse(at));
  const [unit, unitMs] = units.find(([, ms]) => ageMs >= ms) ?? ['minute', 60_000];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(ageMs / unitMs), unit);
}
