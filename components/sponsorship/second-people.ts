import type { QueueItem } from '@/lib/contract/sponsorship';

type SecondPeople = QueueItem['secondPeople'];

export function isSecondPerson(people: SecondPeople, viewerId: string): boolean {
  return people?.some(({ id }) => id === viewerId) ?? false;
}

const shownNames = 3;
const orList = new Intl.ListFormat('en', { type: 'disjunction' });

/** Names those who can act, or says whom to add. */
export function describeSecondPeople(people: SecondPeople, action: 'approve this' | 'choose' = 'approve this'): string {
  // The decision is newer than this list.
  if (people === null) return 'A second person has to approve this.';
  const names = people.map(({ name }) => name);
  if (names.length === 0) {
    return `No one else can ${action}. An admin has to add another approver in Settings, Staff.`;
  }
  const others = names.length - shownNames;
  const listed = [...names.slice(0, shownNames), ...(others > 0 ? [`${others} more`] : [])];
  return `${orList.format(listed)} can ${action}.`;
}
