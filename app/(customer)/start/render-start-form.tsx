import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { BrandLink } from '@/components/customer/brand-button';
import { singleParam, type SearchParams } from '@/components/customer/render-customer-page';
import { MessagePage } from '@/components/customer/message-page';
import { StartForm } from '@/components/customer/start-form';
import type { Branding } from '@/lib/contract/branding';
import { isMailAddress } from '@/lib/contract/mail-address';
import type { MailMode } from '@/lib/contract/outbox';
import type { ToolsResponse } from '@/lib/contract/tools';
import type { Messages } from '@/lib/messages/messages';
import type { StartLink } from '@/lib/start/customer-links';
import type { StartAttempt } from '@/lib/start/open-start-link';

const contactField = 'contact_email';
const errorsSchema = z.array(z.object({ field: z.string(), message: z.string() }));

export function renderStartForm(
  options: {
    branding: Branding;
    tools: ToolsResponse | null;
    link: StartLink | null;
    linkToken: string | null;
    attempt: StartAttempt | null;
    params: SearchParams;
    pagePath: string;
    serviceHost: string;
    whoPays: 'partner' | 'customer';
    mailMode: MailMode;
  },
  messages: Messages,
) {
  const { t } = messages;
  const { attempt, link, params, tools } = options;
  if (tools === null) {
    return (
      <MessagePage title={t('serviceUnavailable.title')} text={t('serviceUnavailable.text')}>
        <BrandLink href={options.pagePath}>{t('serviceUnavailable.tryAgain')}</BrandLink>
      </MessagePage>
    );
  }
  const allowed = link?.tools ?? null;
  const errors = errorsOf(attempt, messages);
  const asksForContact = options.mailMode !== 'off' && !(link && isMailAddress(link.username));
  const query = new URLSearchParams(
    Object.entries(params).flatMap(([k, v]) => (typeof v === 'string' ? [[k, v]] : [])),
  );
  return (
    <StartForm
      branding={options.branding}
      messages={messages}
      whoPays={options.whoPays}
      tools={tools.tools.filter((tool) => allowed === null || allowed.includes(tool.value))}
      query={singleParam(params['q']) ?? ''}
      showAll={params['all'] !== undefined}
      chosen={attempt?.tool}
      customer={link === null ? null : { username: link.username, instanceUrl: link.instanceUrl }}
      username={attempt?.username ?? ''}
      contactEmail={asksForContact ? (attempt?.contactEmail ?? '') : null}
      attempt={randomUUID()}
      linkToken={options.linkToken}
      serviceHost={options.serviceHost}
      retryOfAttempt={attempt?.state === 'unknown' ? attempt.id : null}
      errors={[...errors, ...missingOf(params, messages)]}
      problem={problemOf(attempt, params, messages)}
      pageHref={`${options.pagePath}?${query.toString()}`}
      notListed={params['help'] !== undefined}
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
  if (params['busy'] !== undefined) return { title: t('serviceUnavailable.title'), text: t('serviceUnavailable.busy') };
  const [missing] = missingOf(params, messages);
  if (missing) return { title: t('invalidInput.title'), text: missing.message };
  if (attempt?.state === 'not_created') return problem('serviceUnavailable');
  const contact = errorsOf(attempt, messages).find(({ field }) => field === contactField);
  if (contact) return { title: t('invalidInput.title'), text: contact.message };
  if (attempt?.state === 'invalid') return problem('invalidInput');
  if (attempt?.state === 'unknown') return problem('unknownOutcome');
  return null;
}

/** Those of the service, and ours about the address for updates. */
function errorsOf(attempt: StartAttempt | null, { t }: Messages): { field: string; message: string }[] {
  const errors = errorsSchema.safeParse(attempt?.errors ?? []);
  return (errors.data ?? []).map(({ field, message }) => ({
    field,
    message: field === contactField ? t('start.enterContactEmail') : message,
  }));
}

/** Fields left empty by a browser without form validation. */
function missingOf(params: SearchParams, { t }: Messages): { field: string; message: string }[] {
  if (params['missing'] === 'tool') return [{ field: 'source_tool', message: t('start.chooseTool') }];
  if (params['missing'] === 'username') return [{ field: 'destination_username', message: t('start.enterUsername') }];
  return [];
}
