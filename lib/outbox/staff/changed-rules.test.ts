import { expect, test } from 'vitest';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { insertRule, updateRules } from '../../store/testing/outbox-rows';
import { createMailer } from '../delivery/create-mailer';
import { readSmtpUrl } from '../delivery/read-smtp-url';
import { createSendMailsJob } from '../delivery/send-mails';
import { createSendPostsJob } from '../delivery/send-posts';
import { startMailServer } from '../testing/start-mail-server';
import { startReceiver } from '../testing/start-receiver';
import { encryptTarget } from './rule-target';
import { openStaffOutbox } from './testing/open-staff-outbox';

const { signal } = new AbortController();

forEachEngineAtFullSize((_, open) => {
  /** Rules by e-mail and Slack, each with a message about a request and many warnings in the sandbox that waits. */
  async function openApp() {
    const database = await open();
    const [server, slack] = await Promise.all([startMailServer(), startReceiver()]);
    const app = openStaffOutbox(database);
    const delivery = { ...app.deps, fetch, metrics: { message: () => undefined } };
    const mailer = createMailer({ ...app.deps, from: 'landfall@northdesk.example' }, readSmtpUrl(server.url));
    const events = ['request_waiting', 'many_warnings'];
    await insertRule(database.db, { events, addresses: ['Kept@a.example', 'removed@a.example'] });
    const targetEncrypted = encryptTarget(app.deps, { url: slack.url, secrets: [] });
    await insertRule(database.db, { events, channel: 'slack', targetEncrypted });
    await app.record({ environment: 'sandbox' }, { kind: 'many_warnings', environment: 'sandbox' });
    await app.pass(6);
    return {
      database,
      /** Recipients and reasons of all messages after they were due. */
      send: async () => {
        await createSendMailsJob(delivery, mailer).run(signal);
        await createSendPostsJob(delivery).run(signal);
        mailer.close();
        await Promise.all([server.close(), slack.close()]);
        const arrived = [
          ...server.received.flatMap(({ recipients }) => recipients),
          ...slack.received.map(() => 'slack'),
        ];
        const messages = await app.messages();
        const nameOf = (recipient: string) => (recipient === new URL(slack.url).host ? 'slack' : recipient);
        return { arrived, listed: messages.map(({ recipient, reason }) => `${nameOf(recipient)}: ${reason}`).sort() };
      },
    };
  }

  test('an e-mail that waits is not sent to an address that was removed from the rule', async () => {
    const { database, send } = await openApp();
    await updateRules(database.db, { addresses: ['kept@a.example'] });
    expect(await send()).toEqual({
      arrived: ['Kept@a.example', 'slack'],
      listed: ['Kept@a.example: ', 'removed@a.example: The rule no longer has this recipient.', 'slack: '],
    });
  });

  test.each([{ events: ['budget_used'] }, { environment: 'live' as const }])(
    'a message that waits is not sent when its rule changed to %o',
    async (change) => {
      const { database, send } = await openApp();
      await updateRules(database.db, change);
      const reason = 'The rule no longer includes these events.';
      expect(await send()).toEqual({
        arrived: [],
        listed: [`Kept@a.example: ${reason}`, `hooks.example: ${reason}`, `removed@a.example: ${reason}`],
      });
    },
  );

  test('a message that waits is sent while its rule includes one of its events', async () => {
    const { database, send } = await openApp();
    await updateRules(database.db, { events: ['many_warnings'] });
    expect((await send()).arrived).toHaveLength(3);
  });
});
