import { z } from 'zod';
import { createCipher } from '../../core/cipher';
import { openDatabase } from '../../store/database/open-database';
import { insertMessages } from '../../store/outbox/messages';
import { createMailer } from '../delivery/create-mailer';
import type { DeliveryDeps } from '../delivery/delivery-deps';
import { readSmtpUrl } from '../delivery/read-smtp-url';
import { createSendMailsJob } from '../delivery/send-mails';
import { createSendPostsJob } from '../delivery/send-posts';
import { encryptContent } from '../message-content';
import { openOutbox, sampleEmail } from './open-outbox';

/** Writes an e-mail and a webhook, sends them and kills itself once both have reached the same point. */
const { point, databaseUrl, key, smtpUrl, mailId, webhookId, ruleId } = z
  .object({
    point: z.string(),
    databaseUrl: z.string(),
    key: z.string(),
    smtpUrl: z.string(),
    mailId: z.string(),
    webhookId: z.string(),
    ruleId: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const die = async (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
};
let arrived = 0;
const checkpoint: DeliveryDeps['checkpoint'] = async (at) => {
  if (at !== point) return;
  arrived += 1;
  if (arrived === 2) await die();
  await new Promise(() => undefined);
};

const database = await openDatabase({ url: databaseUrl });
/** Too long to expire before this process is killed, however slow the machine is. */
const timing = { mailLeaseMs: 3_600_000, postLeaseMs: 3_600_000, postDeadlineMs: 600_000 };
const { deps } = openOutbox(database, { cipher: createCipher([key]), checkpoint, timing });
const common = { state: 'pending', createdAt: new Date() } as const;
const post = { kind: 'post', type: 'test', body: JSON.stringify({ point }) } as const;
await database.transaction(async (tx) => {
  await insertMessages(tx, [
    {
      ...common,
      id: mailId,
      key: mailId,
      audience: 'customer',
      channel: 'email',
      event: 'sample_ready',
      recipient: `${point.replaceAll('_', '-')}@customer.example`,
      contentEncrypted: encryptContent(deps, sampleEmail),
    },
    {
      ...common,
      id: webhookId,
      key: webhookId,
      audience: 'staff',
      channel: 'webhook',
      event: 'request_waiting',
      recipient: '127.0.0.1',
      ruleId,
      contentEncrypted: encryptContent(deps, post),
    },
  ]);
  if (point === 'before_commit') await die();
});
if (point === 'before_claim') await die();
const mailer = createMailer({ from: 'm@company.example', ...deps }, readSmtpUrl(smtpUrl));
const { signal } = new AbortController();
await Promise.all([createSendMailsJob(deps, mailer).run(signal), createSendPostsJob(deps).run(signal)]);
process.exit(0);
