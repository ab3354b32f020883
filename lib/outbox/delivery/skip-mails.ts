import type { BackgroundJob } from '../../core/background-jobs';
import { recordMessageChange } from '../../store/outbox/record-message-change';
import { skipOpenMails } from '../../store/outbox/send-queue';
import { leavesMails } from '../leaves-messages';
import type { OutboxDeps } from '../outbox-deps';

/** Runs instead of the mail job while e-mail is off, so that old news is not sent when it is on again. */
export function createSkipMailsJob(deps: Pick<OutboxDeps, 'database' | 'mail'>): BackgroundJob {
  return {
    name: 'mail',
    everyMs: 30_000,
    run: async () => {
      if (await leavesMails(deps)) return;
      await deps.database.transaction(async (tx) =>
        recordMessageChange(tx, await skipOpenMails(tx, 'E-mail was switched off.')),
      );
    },
  };
}
