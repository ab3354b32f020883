import { and, inArray, not, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../database/database';
import { creationAttempts } from '../schema/creation-attempts';
import { imports } from '../schema/imports';
import { customerContacts, outboxMessages } from '../schema/outbox';
import { decisions, fullRequests } from '../schema/sponsorship';
import { staff } from '../schema/staff';
import { startLinks, toolRequests } from '../schema/start-links';
import { customerTable, isOfOtherCustomer, type CustomerSubject } from './customer-rows';

const usernameColumns = [
  imports.username,
  startLinks.username,
  fullRequests.username,
  creationAttempts.username,
  decisions.username,
  toolRequests.username,
];

/**
 * The addresses that messages about these imports were sent to, in lower case. Not those that another customer or a
 * member of staff uses as well: they are not only this customer's.
 */
export async function listContactAddresses(db: Db, subject: CustomerSubject): Promise<string[]> {
  const folded = (column: unknown) => sql`lower(btrim(${column}))`;
  const contacts = customerTable('customer_contacts').belongsTo(subject);
  const attempts = and(
    customerTable('creation_attempts').belongsTo(subject),
    not(isOfOtherCustomer(creationAttempts, subject.spellings ?? [])),
  );
  const messages = customerTable('outbox_messages').belongsTo(subject);
  const spellings = JSON.stringify(subject.spellings ?? []);
  const isNotOfOther = (column: PgColumn) =>
    sql`not exists (select 1 from ${column.table} where ${folded(column)} = found.address
      and not ${column} in (select jsonb_array_elements_text(${spellings}::jsonb)))`;
  const rows = await db.select({ address: sql<string>`found.address` }).from(
    sql`(select ${folded(customerContacts.email)} as address from ${customerContacts} where ${contacts}
        union select unnest(${customerContacts.unsubscribedEmails}) from ${customerContacts} where ${contacts}
        union select ${folded(creationAttempts.contactEmail)} from ${creationAttempts} where ${attempts}
        union select ${folded(outboxMessages.recipient)} from ${outboxMessages}
          where ${outboxMessages.audience} = 'customer' and ${messages}) as found
      where found.address is not null
        and not exists (select 1 from ${staff} where ${folded(staff.email)} = found.address)
        and ${sql.join(usernameColumns.map(isNotOfOther), sql` and `)}
        and not exists (select 1 from ${customerContacts}
          where ${folded(customerContacts.email)} = found.address and (${contacts}) is not true)
        and not exists (select 1 from ${creationAttempts}
          where ${folded(creationAttempts.contactEmail)} = found.address and (${attempts}) is not true)`,
  );
  return rows.map(({ address }) => address);
}

/**
 * Contacts and attempts of others keep everything but the address. Their customer may have used it to unsubscribe, so the
 * username then counts as unsubscribed instead. Returns how many had one of the addresses.
 */
export async function clearContactAddresses(
  tx: Db,
  names: readonly string[],
): Promise<{ customer_contacts: number; creation_attempts: number }> {
  if (names.length === 0) return { customer_contacts: 0, creation_attempts: 0 };
  const { email, importId, unsubscribedEmails, unsubscribedAt } = customerContacts;
  const erased = sql`array(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`;
  const others = sql`array(select one from unnest(${unsubscribedEmails}) as one where one <> all(${erased}))`;
  const contacts = await tx
    .update(customerContacts)
    .set({
      ...{ email: null, source: 'username', confirmedAt: null, bouncedAt: null, bounceReason: '', by: '' },
      unsubscribedEmails: others,
    })
    .where(inArray(email, [...names]))
    .returning({ importId });
  const former = await tx
    .update(customerContacts)
    .set({
      unsubscribedEmails: others,
      unsubscribedAt: sql`case when ${unsubscribedEmails} <@ ${erased} then null else ${unsubscribedAt} end`,
    })
    .where(sql`${unsubscribedEmails} && ${erased}`)
    .returning({ importId });
  const attempts = await tx
    .update(creationAttempts)
    .set({ contactEmail: null })
    .where(inArray(creationAttempts.contactEmail, [...names]))
    .returning({ id: creationAttempts.id });
  return { customer_contacts: contacts.length + former.length, creation_attempts: attempts.length };
}
