import { z } from 'zod';
import { systemCaller } from '../../contract/caller';
import { listClaimedIds, listUnsettledAttempts, moveAttempt, type AttemptRow } from '../../store/creation-attempts';
import { knownIdsSchema } from './begin-attempt';
import type { CreationParts } from './creation-parts';
import { aboutOf } from './finish-attempt';

const lookSchema = z.object({ at: z.iso.datetime(), fresh: z.array(z.string()) });
const looksSchema = z.array(lookSchema);
type Look = z.infer<typeof lookSchema>;

const minuteMs = 60_000;

export type Settlement =
  | { kind: 'adopt'; importId: string }
  | { kind: 'not_created' }
  | { kind: 'look_again'; message: string }
  | { kind: 'ask_person'; message: string };

/**
 * What the looks so far say about a lost creation. Exactly one new id is it; none in two looks a minute apart means
 * that nothing was made; several, or no list from before to compare with, is for a person.
 */
export function judgeLooks(knownIds: readonly string[] | null, looks: readonly Look[]): Settlement {
  if (knownIds === null) {
    return {
      kind: 'ask_person',
      message: 'We do not know which imports the customer had before, so a person has to look.',
    };
  }
  const latest = looks.at(-1);
  if (latest === undefined) return { kind: 'look_again', message: 'We are looking for it at the service.' };
  const [only, ...more] = latest.fresh;
  if (only !== undefined && more.length === 0) return { kind: 'adopt', importId: only };
  if (more.length > 0) {
    return {
      kind: 'ask_person',
      message: `The customer has ${latest.fresh.length} new imports; a person has to say which one it is.`,
    };
  }
  const first = looks.find((look) => look.fresh.length === 0);
  const apartMs = first === undefined ? 0 : Date.parse(latest.at) - Date.parse(first.at);
  return apartMs >= minuteMs
    ? { kind: 'not_created' }
    : { kind: 'look_again', message: 'Nothing new at the service so far; we look again in a minute.' };
}

/** A chore: looks for creations whose answer was lost, on behalf of whoever started them. */
export async function settleAttempts(parts: CreationParts): Promise<void> {
  for (const row of await listUnsettledAttempts(parts.database.db, 20)) {
    try {
      await settleAttempt(parts, row);
    } catch (error) {
      parts.log.warn({ err: error, attempt: row.id }, 'a lost creation could not be looked for');
    }
  }
}

export async function settleAttempt(parts: CreationParts, row: AttemptRow): Promise<void> {
  const { db } = parts.database;
  if (row.state === 'recorded') {
    // Its process ended before anything was sent.
    await moveAttempt(db, {
      id: row.id,
      from: ['recorded'],
      to: 'not_created',
      set: { message: 'Nothing was sent.' },
      leaseForMs: null,
    });
    return;
  }
  if (row.state === 'sending') {
    const message = 'The process that sent it ended before the answer came.';
    await moveAttempt(db, { id: row.id, from: ['sending'], to: 'unknown', set: { message }, leaseForMs: null });
    return;
  }
  const knownIds = knownIdsSchema.parse(row.knownIds ?? null);
  const looks = looksSchema.parse(row.looks);
  const last = looks.at(-1);
  const now = parts.clock.now();
  if (knownIds === null || row.username === null) return;
  if (last && (now.getTime() - Date.parse(last.at) < minuteMs || last.fresh.length > 1)) return;
  const answer = await parts.client.listImports({
    environment: row.environment,
    lane: 'watcher',
    username: row.username,
  });
  const claimed = new Set([...knownIds, ...(await listClaimedIds(db, row.environment, row.username))]);
  const fresh = answer.value.map((listed) => listed.id).filter((id) => !claimed.has(id));
  const nextLooks = [...looks, { at: now.toISOString(), fresh }].slice(-20);
  await apply(parts, row, judgeLooks(knownIds, nextLooks), nextLooks, answer.receivedAt);
}

async function apply(
  parts: CreationParts,
  row: AttemptRow,
  settled: Settlement,
  looks: Look[],
  seenAt: Date,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const to = settled.kind === 'adopt' ? 'adopted' : settled.kind === 'not_created' ? 'not_created' : 'unknown';
    const message =
      settled.kind === 'adopt'
        ? 'The answer was lost, but the import was found under the customer’s name. Its migration address cannot be had again.'
        : settled.kind === 'not_created'
          ? 'Nothing was created: two looks a minute apart found nothing new.'
          : settled.message;
    const moved = await moveAttempt(tx, {
      id: row.id,
      from: ['unknown'],
      to,
      set: { looks, message, ...(settled.kind === 'adopt' ? { importId: settled.importId } : {}) },
    });
    if (!moved || to === 'unknown') return;
    if (settled.kind === 'adopt') {
      await parts.observer.observeIn(tx, [
        {
          environment: row.environment,
          importId: settled.importId,
          source: 'created',
          status: null,
          // Made at some moment between the sending and the look that found it.
          askedAt: row.sentAt ?? row.createdAt,
          seenAt,
          about: aboutOf(row),
          aboutSource: 'created',
          by: row.by,
        },
      ]);
    }
    await parts.audit.append(tx, {
      caller: systemCaller,
      action: `import.creation_${to}`,
      environment: row.environment,
      subject: settled.kind === 'adopt' ? settled.importId : (row.username ?? row.id),
      after: { attempt: row.id, message },
    });
  });
}
