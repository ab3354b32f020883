import { randomUUID } from 'node:crypto';
import type { Cipher } from '../../core/cipher';
import type { Database } from '../../store/database/database';
import { insertMessages, type NewMessage } from '../../store/outbox/messages';
import { encryptContent, type EmailContent } from '../message-content';

const mail: EmailContent = {
  kind: 'email',
  subject: 'Your sample is ready',
  text: 'Your page: https://desk.example/m/secret-of-the-customer',
  html: '<html><head><style>p { color: red }</style></head><body><p><a href="https://desk.example/m/secret-of-the-customer">Your page</a></p></body></html>',
  headers: { 'List-Unsubscribe': '<https://desk.example/unsubscribe/secret-of-the-customer>' },
  logo: null,
};

/** Stores a message as the outbox would have written it. Returns its id. */
export async function addMessage(
  { database, cipher }: { database: Database; cipher: Cipher },
  { content, ...fields }: Partial<NewMessage> & { content?: Partial<EmailContent> } = {},
): Promise<string> {
  const id = randomUUID();
  await insertMessages(database.db, [
    {
      id,
      key: id,
      audience: 'customer',
      channel: 'email',
      event: 'sample_ready',
      environment: 'live',
      importId: '417',
      recipient: 'ops@acme.example',
      subject: content?.subject ?? mail.subject,
      contentEncrypted: encryptContent({ cipher }, { ...mail, ...content }),
      state: 'sent',
      createdAt: new Date(),
      ...fields,
    },
  ]);
  return id;
}
