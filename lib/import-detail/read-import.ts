import { actorName, type Caller } from '../contract/caller';
import type { Environment } from '../contract/environment';
import type { ImportDetail } from '../contract/imports';
import { LandfallError, ServiceError } from '../core/errors';
import { personOf } from '../service/person-of';
import { readQueueItem } from '../sponsorship/read-queue';
import { type ImportHistory, readImportHistory } from '../store/imports/import-history';
import { toQueueRow } from '../store/sponsorship/sponsorship-queue';
import { isRecordableId, observe } from '../imports/observations/observe';
import { factsOfDetail } from '../imports/observations/observed-facts';
import { toImportDetail } from './read-import-detail';
import type { ImportsDeps } from '../imports/imports-deps';

/** Short, because stored data can be shown instead. */
const deadlineMs = 8_000;

export interface ReadImportInput {
  caller: Caller;
  environment: Environment;
  id: string;
  /** Call the service first. An import that is not in the database is always read from the service. */
  fresh: boolean;
}

/** Falls back to stored data, with `problem` set, when the service call fails. */
export async function readImport(deps: ImportsDeps, input: ReadImportInput): Promise<ImportDetail> {
  const { history, problem } = await readHistory(deps, input);
  return toImportDetail(deps, history, problem);
}

/** Like `readImport`, for its page, with what a decision about it depends on. */
export async function readImportPage(deps: ImportsDeps, input: Omit<ReadImportInput, 'fresh'>) {
  const { history, problem } = await readHistory(deps, { ...input, fresh: false });
  const row = toQueueRow({ ...history, row: history.record });
  const [detail, sponsorship] = await Promise.all([
    toImportDetail(deps, history, problem),
    readQueueItem(deps.database.db, { row, environment: input.environment, now: deps.clock.now() }),
  ]);
  return { detail, ...sponsorship };
}

async function readHistory(
  deps: ImportsDeps,
  input: ReadImportInput,
): Promise<{ history: ImportHistory; problem: ImportDetail['problem'] }> {
  const { environment, id } = input;
  if (!isRecordableId(id)) throw notFoundError();
  const known = await readImportHistory(deps.database.db, environment, id);
  if (known && !input.fresh) return { history: known, problem: null };
  const problem = await readFromService(deps, input, known !== undefined);
  const history = await readImportHistory(deps.database.db, environment, id);
  if (!history) throw notFoundError();
  return { history, problem };
}

async function readFromService(
  deps: ImportsDeps,
  input: ReadImportInput,
  known: boolean,
): Promise<ImportDetail['problem']> {
  const { environment, id } = input;
  const common = { environment, importId: id, source: 'lookup', by: actorName(input.caller.actor) } as const;
  const sentAt = deps.clock.now();
  try {
    const answer = await deps.client.readImport({
      environment,
      lane: 'people',
      person: personOf(input.caller),
      deadlineMs,
      id,
    });
    if (answer.value.id !== null && answer.value.id !== id) return wrongImportProblem(environment, known);
    await observe(deps.observer, {
      ...common,
      status: answer.value.status,
      sentAt: answer.sentAt,
      seenAt: answer.receivedAt,
      facts: factsOfDetail(answer.value),
      raw: answer.raw,
    });
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (!known) throw error.code === 'service_not_found' ? notFoundError() : error;
    if (error.code !== 'service_not_found') return { title: error.userMessage, detail: 'Stored data is shown.' };
    await observe(deps.observer, { ...common, status: null, gone: true, sentAt, seenAt: deps.clock.now() });
    return null;
  }
}

/** A response about another import is not stored. The sandbox answers every identifier with the same example. */
function wrongImportProblem(environment: Environment, known: boolean): ImportDetail['problem'] {
  const title =
    environment === 'sandbox'
      ? 'The sandbox always returns its own example'
      : 'The service returned a different import';
  if (!known) throw new LandfallError('not_found', `${title}. Nothing was recorded.`);
  return { title, detail: 'Nothing was recorded. Stored data is shown.' };
}

function notFoundError(): LandfallError {
  return new LandfallError('not_found', 'This import is neither stored here nor known to the migration service.');
}
