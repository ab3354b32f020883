import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { BrandLink } from '@/components/customer/brand-button';
import { singleParam, type SearchParams } from '@/components/customer/render-customer-page';
import { HelpLine } from '@/components/customer/customer-layout';
import { MessagePage } from '@/components/customer/message-page';
import { readToolSearch } from '@/components/customer/start/pick-tool';
import { StartForm } from '@/components/customer/start/start-form';
import type { Branding } from '@/lib/contract/branding';
import type { ToolChoice } from '@/lib/contract/find-tools';
import { isMailAddress } from '@/lib/contract/mail-address';
import type { MailMode } from '@/lib/contract/outbox';
import type { SentResult } from '@/lib/contract/sent-param';
import type { Messages } from '@/lib/messages/messages';
import type { StartLink } from '@/lib/start/customer-links';
import type { StartAttempt } from '@/lib/start/open-start-link';

const contactField = 'contact_email';
const errorsSchema = z.array(z.object({ field: z.string(), message: z.string() }));

export function renderStartForm(
  options: {
    branding: Branding;
    tools: readonly ToolChoice[] | null;
    link: StartLink | null;
    linkToken: string | null;
    attempt: StartAttempt | null;
    /** What was typed into the form that is shown again. */
    typed: Readonly<Record<string, string | undefined>>;
    /** The result of asking for a tool that is not listed. */
    toolRequest?: SentResult | undefined;
    params: SearchParams;
    pagePath: string;
    serviceHost: string;
    whoPays: 'partner' | 'customer';
    mailMode: MailMode;
  },
  messages: Messages,
) {
  const { t } = messages;
  const { attempt, link, params, toolRequest, tools, typed } = options;
  const search = readToolSearch(params, options.pagePath);
  if (tools === null) {
    return (
      <MessagePage title={t('serviceUnavailable.title')} text={t('serviceUnavailable.text')}>
        <BrandLink href={search.pageHref}>{t('serviceUnavailable.tryAgain')}</BrandLink>
        <HelpLine branding={options.branding} messages={messages} />
      </MessagePage>
    );
  }
  const asksForContact = options.mailMode !== 'off' && !(link && isMailAddress(link.username));
  return (
    <StartForm
      branding={options.branding}
      messages={messages}
      whoPays={options.whoPays}
      tools={tools}
      search={search}
      chosen={typed['source_tool'] ?? attempt?.tool}
      customer={link === null ? null : { username: link.username, instanceUrl: link.instanceUrl }}
      username={typed['destination_username'] ?? attempt?.username ?? ''}
      contactEmail={asksForContact ? (typed['contact_email'] ?? attempt?.contactEmail ?? '') : null}
      attempt={randomUUID()}
      linkToken={options.linkToken}
      serviceHost={options.serviceHost}
      retryOfAttempt={attempt?.retryOf ?? null}
      errors={[...errorsOf(attempt, messages), ...missingOf(params, messages)]}
      problem={problemOf(attempt, params, messages)}
      toolRequest={{
        // Without a single tool, asking for one is all that a customer can do here.
        open:
          toolRequest !== undefined ||
          tools.length === 0 ||
          ['tool', 'url', 'message', 'email'].some((name) => typed[name] !== undefined),
        sent: toolRequest === 'sent',
        busy: toolRequest === 'busy',
        typed,
        invalid: toolRequest === 'invalid' ? listOf(params['problem']) : [],
      }}
    />
  );
}

function problemOf(
  attempt: StartAttempt | null,
  params: SearchParams,
  messages: Messages,
): { title: string; text: string } | null {
  const { t } = messages;
  const problem = (kind: 'invalidInput' | 'unknownOutcome' | 'serviceUnavailable') => ({
    title: t(`${kind}.title`),
    text: t(`${kind}.text`),
  });
  if (params['busy'] !== undefined) return { title: t('serviceUnavailable.title'), text: t('toolRequest.busy') };
  const missing = missingOf(params, messages);
  if (missing.length > 0) return noteOf(missing, messages);
  if (attempt?.state === 'not_created') return problem('serviceUnavailable');
  const contact = errorsOf(attempt, messages).filter(({ field }) => field === contactField);
  if (contact.length > 0) return noteOf(contact, messages);
  if (attempt?.state === 'invalid') return problem('invalidInput');
  if (attempt?.state === 'unknown') return problem('unknownOutcome');
  return null;
}

const noteOf = (errors: readonly { message: string }[], { t, format }: Messages) => ({
  title: t('invalidInput.title'),
  text: format.sentences(errors.map(({ message }) => message)),
});

/** The service's errors, and our own about the address for updates. */
function errorsOf(attempt: StartAttempt | null, { t }: Messages): { field: string; message: string }[] {
  const errors = errorsSchema.safeParse(attempt?.errors ?? []);
  return (errors.data ?? []).map(({ field, message }) => ({
    field,
    message: field === contactField ? t('start.enterContactEmail') : message,
  }));
}

/** Fields left empty in a browser without script. */
function missingOf(params: SearchParams, { t }: Messages): { field: string; message: string }[] {
  const missing = listOf(params['missing']);
  return [
    ...(missing.includes('tool') ? [{ field: 'source_tool', message: t('start.chooseTool') }] : []),
    ...(missing.includes('username') ? [{ field: 'destination_username', message: t('start.enterUsername') }] : []),
  ];
}

const listOf = (value: string | string[] | undefined) => (singleParam(value) ?? '').split(',').filter(Boolean);
