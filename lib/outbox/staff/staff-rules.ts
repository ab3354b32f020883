import { z } from 'zod';
import { isZone } from '../../contract/notification-rule-problems';
import type { Channel } from '../../contract/outbox';
import { roleAtLeast, type Role } from '../../contract/roles';
import { type StaffEvent, staffEventRoles, staffEvents } from '../../contract/staff-events';
import type { Environment } from '../../contract/environment';
import type { Db } from '../../store/database/database';
import { listActiveRules } from '../../store/outbox/active-rules';
import type { RuleRow } from '../../store/outbox/rules';
import type { OutboxDeps } from '../outbox-deps';

/** A rule that sends: enabled, with its recipients. */
export interface StaffRule extends Pick<RuleRow, 'environment' | 'schedule' | 'time' | 'zone'> {
  /** The id in `notification_items`. */
  id: string;
  /** Null for NOTIFY_URL. */
  ruleId: string | null;
  name: string;
  personal: boolean;
  events: readonly StaffEvent[];
  channel: Channel;
  /** E-mail addresses, or the host that is posted to. Not empty. */
  recipients: readonly [string, ...string[]];
  changedAt: Date;
}

const notifyUrlId = 'notify-url';
const eventsSchema = z.array(z.unknown()).catch([]);
const addressesSchema = z.array(z.string()).catch([]);

/** Rules without a recipient are left out. */
export async function readStaffRules(deps: OutboxDeps, db: Db): Promise<StaffRule[]> {
  const stored = await listActiveRules(db);
  const rules = stored.flatMap(({ email, role, ...row }) => {
    const rule = toStaffRule(row, email);
    return rule ? { ...rule, events: rule.events.filter((event) => maySee(role, event)) } : [];
  });
  return deps.notifyUrl === undefined ? rules : [...rules, notifyUrlRule(deps.notifyUrl)];
}

/** The role of a person may have changed since they chose the event. Rules of admins have none. */
function maySee(role: Role | null, event: StaffEvent): boolean {
  return role === null || roleAtLeast(role, staffEventRoles[event]);
}

/** `email` is that of the person whose rule it is. */
export function toStaffRule(row: RuleRow, email: string | null): StaffRule | undefined {
  const { id, environment, schedule, time, name, channel } = row;
  // A time zone unknown to this version of Node must not stop other messages.
  const zone = row.zone !== null && isZone(row.zone) ? row.zone : null;
  const [first, ...others] = recipientsOf(row, email);
  if (first === undefined) return undefined;
  return {
    ...{ id, ruleId: id, environment, schedule, time, zone, name, channel },
    personal: row.staffId !== null,
    events: readEvents(row.events),
    recipients: [first, ...others],
    changedAt: row.at,
  };
}

export function wants(rule: StaffRule, event: { kind: StaffEvent; environment: Environment }): boolean {
  return rule.events.includes(event.kind) && (rule.environment === 'all' || rule.environment === event.environment);
}

function recipientsOf(row: RuleRow, email: string | null): string[] {
  if (row.channel !== 'email') return row.targetHost === null ? [] : [row.targetHost];
  if (row.staffId !== null) return email === null ? [] : [email];
  const byAddress = new Map(readAddresses(row.addresses).map((address) => [address.toLowerCase(), address]));
  return [...byAddress.values()];
}

export function readAddresses(addresses: unknown): string[] {
  return addressesSchema.parse(addresses);
}

/** Without events that this version does not know, for example after a downgrade. */
export function readEvents(events: unknown): StaffEvent[] {
  const stored = eventsSchema.parse(events);
  return staffEvents.filter((event) => stored.includes(event));
}

function notifyUrlRule(url: string): StaffRule {
  return {
    ...{ id: notifyUrlId, ruleId: null, name: 'NOTIFY_URL', personal: false },
    ...{ environment: 'all', schedule: 'now', time: null, zone: null },
    events: ['request_waiting', 'outcome_unknown'],
    channel: 'json',
    recipients: [new URL(url).host],
    changedAt: new Date(0),
  };
}
