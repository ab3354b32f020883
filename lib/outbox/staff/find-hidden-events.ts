import { roleAtLeast, type Role } from '../../contract/roles';
import { staffEventRoles } from '../../contract/staff-events';
import type { StaffReport } from '../message-content';
import { readEvents } from './staff-rules';

interface RuledMessage {
  environment: string | null;
  rule: { events: unknown; environment: string } | null;
  /** Whose personal rule it is. */
  person: { role: Role } | null;
}

/** The rule, or the role of the person whose rule it is, may have changed since the message was written. */
export function findHiddenEvents(
  { rule, person, environment }: RuledMessage,
  report: StaffReport | undefined,
): string | undefined {
  if (!report) return undefined;
  if (person && report.counts.some(({ kind }) => !roleAtLeast(person.role, staffEventRoles[kind])))
    return 'Their role no longer includes these events.';
  if (!rule) return undefined;
  const events = readEvents(rule.events);
  // A single event that is still included is enough: nothing else would report it.
  const includes =
    report.counts.some(({ kind }) => events.includes(kind)) &&
    (environment === null || rule.environment === 'all' || rule.environment === environment);
  return includes ? undefined : 'The rule no longer includes these events.';
}
