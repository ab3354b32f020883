import type { RuleRow } from '../../store/outbox/rules';

type Schedule = Pick<RuleRow, 'schedule' | 'time' | 'zone'>;

/** Long enough that the changes of one action are in one message. */
const soonMs = 5000;
const hourMs = 3_600_000;

/** When an event that happened at `at` is due. */
export function nextDue({ schedule, time, zone }: Schedule, at: Date): Date {
  if (schedule === 'now') return new Date(at.getTime() + soonMs);
  if (schedule === 'hourly') return new Date((Math.floor(at.getTime() / hourMs) + 1) * hourMs);
  return nextDaily(time ?? '09:00', zone ?? 'UTC', at);
}

/**
 * The next time that clocks in the zone show `time`. A time that is skipped in spring comes an hour later; a time
 * that happens twice in autumn counts the first time only.
 */
function nextDaily(time: string, zone: string, after: Date): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const local = new Date(after.getTime() + offsetMs(zone, after.getTime()));
  for (let days = 0; ; days += 1) {
    const wallMs = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days, hour, minute);
    const dueMs = toInstantMs(wallMs, zone);
    if (dueMs > after.getTime()) return new Date(dueMs);
  }
}

/** With the offset before a switch, which gives the first of two times and moves a skipped one forward. */
function toInstantMs(wallMs: number, zone: string): number {
  const dayMs = 24 * hourMs;
  const before = wallMs - offsetMs(zone, wallMs - dayMs);
  if (before + offsetMs(zone, before) === wallMs) return before;
  const after = wallMs - offsetMs(zone, wallMs + dayMs);
  return after + offsetMs(zone, after) === wallMs ? after : before;
}

/** How far clocks in the zone are ahead of UTC. */
function offsetMs(zone: string, atMs: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(atMs);
  const value = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const wallMs = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  );
  return wallMs - Math.floor(atMs / 1000) * 1000;
}
