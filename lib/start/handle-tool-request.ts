import { appendAudit } from '../audit/append-audit';
import { actorName, type Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { recordChange } from '../store/events/changes';
import { getToolRequest, setToolRequestHandled } from '../store/imports/tool-requests';
import type { StartDeps } from './start-deps';

export async function handleToolRequest(
  deps: Pick<StartDeps, 'database' | 'clock' | 'cipher'>,
  { caller, id, note }: { caller: Caller; id: string; note: string },
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    if (!(await getToolRequest(tx, id))) throw new LandfallError('not_found', 'This request does not exist any more.');
    const handled = { at: deps.clock.now(), by: actorName(caller.actor), note: note.trim() };
    if (!(await setToolRequestHandled(tx, id, handled)))
      throw new LandfallError('conflict', 'Someone else has handled this request. Reload the page.');
    await recordChange(tx, { kind: 'request', environment: 'live', subject: id });
    await appendAudit(deps, tx, {
      caller,
      action: 'tool_request.handled',
      environment: 'live',
      subject: id,
      // Not what the customer wrote: the audit is kept longer than the request.
      after: { note: handled.note },
    });
  });
}
