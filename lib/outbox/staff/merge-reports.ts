import type { StaffEvent } from '../../contract/outbox';
import type { StaffReport } from '../message-content';

/** All counts, and `limit` items: the first of each kind, then the second of each kind, and so on. Oldest report first. */
export function mergeReports(reports: readonly StaffReport[], limit: number): StaffReport {
  const counts = new Map<StaffEvent, number>();
  for (const { kind, count } of reports.flatMap((report) => report.counts)) {
    counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  const places = new Map<StaffEvent, number>();
  const placed = reports
    .flatMap((report) => report.items)
    .map((item) => {
      const place = places.get(item.kind) ?? 0;
      places.set(item.kind, place + 1);
      return { item, place };
    })
    .sort((a, b) => a.place - b.place);
  return {
    counts: [...counts].map(([kind, count]) => ({ kind, count })),
    items: placed.slice(0, limit).map(({ item }) => item),
  };
}
