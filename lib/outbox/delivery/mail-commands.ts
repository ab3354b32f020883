import { z } from 'zod';
import { LandfallError } from '../../core/errors';
import type { CommandHandlers } from '../../store/data-folder/command-socket';
import { recordReturned } from '../../store/outbox/contacts';
import { recordMessageChange } from '../../store/outbox/record-message-change';
import { returnMessage } from '../../store/outbox/settle-messages';
import type { OutboxDeps } from '../outbox-deps';
import { readBounce } from './read-bounce';

const bounceArgs = z.object({ message: z.string() });

/** What `npm run mail` calls. */
export function createMailCommands(deps: Pick<OutboxDeps, 'database' | 'clock' | 'publicOrigin'>): CommandHandlers {
  return {
    'mail.bounce': async (args) => {
      const parsed = bounceArgs.safeParse(args);
      if (!parsed.success) throw new LandfallError('invalid', 'The message is missing.');
      const bounce = readBounce(parsed.data.message, new URL(deps.publicOrigin).hostname);
      if (!bounce) return { outcome: 'not_a_report' };
      if (!bounce.permanent) return { outcome: 'temporary' };
      const { messageId, status, bounced, reason: response } = bounce;
      const reason = 'The recipient’s mail server returned the message.';
      return deps.database.transaction(async (tx) => {
        const returned = await returnMessage(tx, { id: messageId, status, reason, response });
        if (!returned) return { outcome: 'unknown_message' };
        const { recipient } = returned;
        if (bounced) await recordReturned(tx, returned, { reason, at: deps.clock.now() });
        await recordMessageChange(tx, [returned]);
        return { outcome: 'recorded', recipient, ended: bounced && returned.audience === 'customer' };
      });
    },
  };
}
