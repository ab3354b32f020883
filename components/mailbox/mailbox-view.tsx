import Link from 'next/link';
import type { Mail, Mailbox, OpenMail } from '@/lib/contract/message-log';
import { queryHref } from '@/lib/contract/query-href';
import { LiveRefresh } from '../live/live-refresh';
import { MailFrame } from '../messages/mail-frame';
import { MailSource } from '../messages/mail-source';
import { MessageImportLink } from '../messages/message-import-link';
import { Page, PageHeader } from '../shell/page';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { cx } from '../ui/cx';
import { DefinitionList } from '../ui/definition-list';
import { EmptyState } from '../ui/empty-state';
import { Input } from '../ui/field';
import { LinkButton } from '../ui/link-button';
import { Pager } from '../ui/pager';
import { Time } from '../ui/time';
import { mailboxLabels as labels } from './labels';

interface MailboxPosition {
  to: string;
  cursor?: string | undefined;
  mail?: string | undefined;
}

export function MailboxView({
  mailbox,
  open,
  at,
  position,
}: {
  mailbox: Mailbox;
  open: OpenMail | undefined;
  at: MailboxPosition;
  position: string | null;
}) {
  return (
    <Page>
      <LiveRefresh kinds={['message']} environment="live" position={position} />
      <LiveRefresh kinds={['message']} environment="sandbox" position={position} />
      <PageHeader title={labels.title} actions={<RecipientForm to={at.to} recipients={mailbox.recipients} />} />
      <p className="mt-1 text-13 text-ink-2">{labels.remark}</p>
      {mailbox.mails.length === 0 && open === undefined ? (
        <EmptyState
          icon="mail"
          title={at.to === '' ? labels.emptyTitle : labels.noneTitle}
          actions={
            <LinkButton href="/start" plain>
              {labels.start}
            </LinkButton>
          }
        >
          {at.to === '' ? labels.emptyText : labels.noneText}
        </EmptyState>
      ) : (
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[320px_minmax(0,1fr)]">
          <div className="min-w-0">
            <MailList mails={mailbox.mails} at={at} />
            <Pager
              newest={at.cursor !== undefined && queryHref('/mailbox', { to: at.to })}
              older={mailbox.nextCursor !== null && queryHref('/mailbox', { to: at.to, cursor: mailbox.nextCursor })}
            />
          </div>
          {open === undefined ? (
            <div className="max-lg:hidden">
              <EmptyState icon="mail" title={labels.chooseTitle}>
                {labels.chooseText}
              </EmptyState>
            </div>
          ) : (
            <ReadingPane open={open} />
          )}
        </div>
      )}
    </Page>
  );
}

function MailList({ mails, at }: { mails: readonly Mail[]; at: MailboxPosition }) {
  return (
    <nav aria-label={labels.list}>
      <ol className="border-t">
        {mails.map((mail) => (
          <li key={mail.id} className="border-b">
            <Link
              href={queryHref('/mailbox', { ...at, mail: mail.id })}
              prefetch={false}
              scroll={false}
              className={cx(
                'block px-2 py-2.5 text-13 hover:bg-hover focus-visible:-outline-offset-2',
                mail.id === at.mail && 'bg-press',
              )}
              {...(mail.id === at.mail && { 'aria-current': 'true' as const })}
            >
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 flex-1 truncate text-ink-2">{mail.recipient}</span>
                {mail.audience === 'staff' && <Badge size="row">{labels.toStaff}</Badge>}
                <Time at={mail.sentAt} as="moment" className="flex-none text-12 text-meta" />
              </span>
              <span className="mt-0.5 block font-strong [overflow-wrap:anywhere]">
                {mail.subject || labels.noSubject}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function ReadingPane({ open: { mail, content } }: { open: OpenMail }) {
  return (
    <section aria-label={labels.reading} className="min-w-0 max-lg:-order-1">
      <h2 className="[overflow-wrap:anywhere]">{mail.subject || labels.noSubject}</h2>
      <DefinitionList
        className="mt-2"
        termWidth="sm"
        items={{
          [labels.to]: mail.recipient,
          [labels.sent]: <Time at={mail.sentAt} as="exact" />,
          ...(mail.importId !== null && {
            [labels.import]: <MessageImportLink environment={mail.environment} importId={mail.importId} />,
          }),
        }}
      />
      {content === null ? (
        <p className="mt-4 text-13 text-meta">{labels.noContent}</p>
      ) : (
        <div className="mt-4 grid gap-3">
          <MailFrame key={mail.id} html={content.html} title={labels.frame} links />
          <MailSource {...content} />
        </div>
      )}
    </section>
  );
}

/** A plain form, which works before the page's script has loaded. */
function RecipientForm({ to, recipients }: { to: string; recipients: readonly string[] }) {
  return (
    <form role="search" action="/mailbox" noValidate className="flex min-w-0 items-center gap-2 max-md:w-full">
      <Input
        key={to}
        type="search"
        name="to"
        defaultValue={to}
        list="recipients"
        aria-label={labels.recipient}
        placeholder={labels.recipientPlaceholder}
        className="md:w-64"
      />
      <datalist id="recipients">
        {recipients.map((recipient) => (
          <option key={recipient} value={recipient} />
        ))}
      </datalist>
      <Button type="submit">{labels.show}</Button>
    </form>
  );
}
