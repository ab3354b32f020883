import type { AccountNotifications, NotificationChoice } from '../../../contract/notification-rules';
import { roleAtLeast, type Role } from '../../../contract/roles';
import { type StaffEvent, staffEventRoles, staffEvents } from '../../../contract/staff-events';
import { LandfallError } from '../../../core/errors';
import { findPersonalRule, putPersonalRule, type RuleRow } from '../../../store/outbox/rules';
import type { OutboxDeps } from '../../outbox-deps';
import { readEvents } from '../staff-rules';
import { describeLastMessage } from './describe-rule';
import { rescheduleIfChanged } from './reschedule';

interface Person {
  id: string;
  email: string;
  name: string;
  role: Role;
}

type Deps = Pick<OutboxDeps, 'database' | 'clock' | 'newId' | 'mail'>;

const noChoice: NotificationChoice = {
  events: [],
  environment: 'live',
  schedule: 'now',
  time: null,
  zone: null,
  enabled: false,
};

/** What a person chose for themselves, without events that their role no longer sees. */
export async function readAccountNotifications(deps: Deps, person: Person): Promise<AccountNotifications> {
  const found = await findPersonalRule(deps.database.db, person.id);
  const events = eventsFor(person.role);
  return {
    email: person.email,
    events,
    choice: found ? toChoice(found.rule, events) : noChoice,
    mail: deps.mail.mode,
    lastMessage: describeLastMessage(found?.last),
  };
}

export async function saveAccountNotifications(
  deps: Deps,
  person: Person,
  choice: NotificationChoice,
): Promise<AccountNotifications> {
  const allowed = eventsFor(person.role);
  if (choice.events.some((event) => !allowed.includes(event))) {
    throw new LandfallError('invalid', {
      errors: [{ field: 'events', message: 'Your role does not include one of these events' }],
    });
  }
  const isDaily = choice.schedule === 'daily';
  const { schedule, environment, events, enabled } = choice;
  const timing = { schedule, time: isDaily ? choice.time : null, zone: isDaily ? choice.zone : null };
  await deps.database.transaction(async (tx) => {
    const before = await findPersonalRule(tx, person.id);
    await putPersonalRule(tx, {
      id: deps.newId(),
      staffId: person.id,
      name: 'Personal',
      ...{ environment, events, enabled },
      ...timing,
      channel: 'email',
      addresses: [],
      by: person.name || person.email,
      at: deps.clock.now(),
    });
    if (before) await rescheduleIfChanged(deps, tx, before.rule, timing);
  });
  return readAccountNotifications(deps, person);
}

function eventsFor(role: Role): StaffEvent[] {
  return staffEvents.filter((event) => roleAtLeast(role, staffEventRoles[event]));
}

function toChoice(rule: RuleRow, allowed: readonly StaffEvent[]): NotificationChoice {
  const { environment, schedule, time, zone, enabled } = rule;
  const events = readEvents(rule.events).filter((event) => allowed.includes(event));
  return { events, environment, schedule, time, zone, enabled };
}
