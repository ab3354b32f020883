import type { QueueItem } from '@/lib/contract/sponsorship';
import { secondPeopleLabels as labels, type SecondPersonAction } from './labels';

type SecondPeople = QueueItem['secondPeople'];

export function isSecondPerson(people: SecondPeople, viewerId: string): boolean {
  return people?.some(({ id }) => id === viewerId) ?? false;
}

const shownNames = 3;
const orList = new Intl.ListFormat('en', { type: 'disjunction' });

/** Names those who can act, or says whom to add. */
export function describeSecondPeople(people: SecondPeople, action: SecondPersonAction = 'approve'): string {
  // The decision is newer than this list.
  if (people === null) return labels.unknown;
  const names = people.map(({ name }) => name);
  if (names.length === 0) return labels.none(action);
  const others = names.length - shownNames;
  const listed = [...names.slice(0, shownNames), ...(others > 0 ? [labels.more(others)] : [])];
  return labels.some(orList.format(listed), action);
}
