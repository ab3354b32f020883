import { actorName, type Caller } from '../contract/caller';
import type { Environment } from '../contract/environment';
import type { ImportDetail } from '../contract/imports';
import { LandfallError, ServiceError } from '../core/errors';
import { getImport } from '../store/imports';
import { isRecordableId } from './observe';
import { factsOfDetail } from './observed-facts';
import { readDetail } from './read-detail';
import type { RecordParts } from './record-parts';

/** Somebody waits at the page, and the record can be shown meanwhile. */
const deadlineMs = 8_000;

export interface ReadImportInput {
  caller: Caller;
  environment: Environment;
  id: string;
  /** Ask the service first. An import that we do not know is asked for in any case. */
  fresh: boolean;
}

/** Everything known of an import. When the service cannot be asked, the record answers and says so. */
export async function readImport(parts: RecordParts, input: ReadImportInput): Promise<ImportDetail> {
  const { environment, id } = input;
  if (!isRecordableId(id)) throw notKnown();
  const known = (await getImport(parts.database.db, environment, id)) !== undefined;
  const problem = known && !input.fresh ? null : await ask(parts, input, known);
  const detail = await readDetail(parts, environment, id, problem);
  if (!detail) throw notKnown();
  return detail;
}

async function ask(parts: RecordParts, input: ReadImportInput, known: boolean): Promise<ImportDetail['problem']> {
  const { environment, id } = input;
  const look = { environment, importId: id, source: 'lookup', by: actorName(input.caller.actor) } as const;
  const askedAt = parts.clock.now();
  try {
    const answer = await parts.client.readImport({
      environment,
      lane: 'people',
      requestId: input.caller.requestId,
      deadlineMs,
      id,
    });
    if (answer.value.id !== null && answer.value.id !== id) return otherImport(environment, known);
    await parts.observer.observe({
      ...look,
      status: answer.value.status,
      askedAt: answer.sentAt,
      seenAt: answer.receivedAt,
      facts: factsOfDetail(answer.value),
      raw: answer.raw,
    });
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (!known) throw error.code === 'service_not_found' ? notKnown() : error;
    if (error.code !== 'service_not_found') return { title: error.person, detail: 'What is shown is our record.' };
    await parts.observer.observe({ ...look, status: null, gone: true, askedAt, seenAt: parts.clock.now() });
    return null;
  }
}

/** An answer about another import is not believed, and so not recorded. The sandbox does this with every identifier. */
function otherImport(environment: Environment, known: boolean): ImportDetail['problem'] {
  const title =
    environment === 'sandbox'
      ? 'The sandbox answers with its own example, whatever import is asked for'
      : 'The service answered with another import than asked for';
  if (!known) throw new LandfallError('not_found', { person: `${title}. Nothing was recorded.` });
  return { title, detail: 'Nothing was recorded. What is shown is our record.' };
}

function notKnown(): LandfallError {
  return new LandfallError('not_found', { person: 'Neither our record nor the migration service knows this import.' });
}
