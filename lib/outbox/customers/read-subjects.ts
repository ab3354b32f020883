import { customerEventSchema } from '../../contract/outbox';
import { groupBy } from '../../core/group-by';
import { type MigrationState, readState } from '../../import-detail/read-state';
import type { Db } from '../../store/database/database';
import {
  type Creation,
  type CustomerMessage,
  type ImportForMessages,
  listCreations,
  listCustomerMessages,
  listImportsForMessages,
} from '../../store/outbox/customer-imports';
import type { OutboxDeps } from '../outbox-deps';
import type { FoundEvent, StateNow } from './find-customer-events';
import { readKey } from './message-keys';

/** An import with what its customer's page shows now, and what was written to them. */
export interface Subject {
  record: ImportForMessages;
  now: StateNow;
  /** Like `now`, but as if the import was not gone. */
  ifPresent: StateNow;
  /** The approver's note that the page shows; empty if there is none. */
  note: string;
  /** How it was created from here; undefined if it was not. */
  creation: Creation | undefined;
  /** The customer started again, and this import is no longer theirs. */
  isReplaced: boolean;
  messages: (CustomerMessage & { found: FoundEvent })[];
}

/** Without imports that the customer replaced by starting again. */
export async function readSubjects(deps: Pick<OutboxDeps, 'whoPays'>, tx: Db, ids: readonly string[]) {
  return (await readAllSubjects(deps, tx, ids)).filter(({ isReplaced }) => !isReplaced);
}

export async function readAllSubjects(
  deps: Pick<OutboxDeps, 'whoPays'>,
  tx: Db,
  ids: readonly string[],
): Promise<Subject[]> {
  const creations = groupBy(await listCreations(tx, ids), ({ importId }) => importId);
  const messages = groupBy(await listCustomerMessages(tx, ids), ({ importId }) => importId);
  return (await listImportsForMessages(tx, ids)).map((record) => {
    const attempts = creations.get(record.id) ?? [];
    const creation = attempts.find(({ state }) => state === 'created' || state === 'adopted');
    const state = toState(readState(deps, record), record);
    const ifPresent = record.gone ? toState(readState(deps, { ...record, gone: false }), record).now : state.now;
    return {
      record,
      ...state,
      ifPresent,
      creation,
      isReplaced: !creation && attempts.some(({ state }) => state === 'abandoned'),
      messages: (messages.get(record.id) ?? []).flatMap((message) => {
        const event = customerEventSchema.safeParse(message.event);
        return event.success ? [{ ...message, found: readKey(message.key, event.data) }] : [];
      }),
    };
  });
}

function toState(state: MigrationState, { statusKey, decision }: ImportForMessages): Pick<Subject, 'now' | 'note'> {
  const { note, ...now } = state;
  return { now: { ...now, status: statusKey, decision }, note };
}
