import type { Branding } from '@/lib/contract/branding';
import type { ToolChoice } from '@/lib/contract/find-tools';
import type { Messages } from '@/lib/messages/messages';
import { Icon } from '../../ui/icon';
import { BrandButton } from '../brand-button';
import { CheckForms } from '../form/check-forms';
import { Field, Honeypot, mailInput } from '../form/field';
import { ProblemNote } from '../form/problem-note';
import { NumberedSteps } from '../numbered-steps';
import { strong } from '../strong';
import { PickTool, type ToolSearch } from './pick-tool';
import { ToolRequest, type ToolRequestState } from './tool-request';

interface StartFormProps {
  branding: Branding;
  messages: Messages;
  whoPays: 'partner' | 'customer';
  tools: readonly ToolChoice[];
  search: ToolSearch;
  chosen: string | undefined;
  /** Null in open mode, where customers enter their own username. */
  customer: { username: string; instanceUrl: string | null } | null;
  username: string;
  /** Null if the customer is not asked for it. */
  contactEmail: string | null;
  /** Created once per page, so a double submit creates one import. */
  attempt: string;
  linkToken: string | null;
  /** An attempt without an answer; the button then starts a new one. */
  retryOfAttempt: string | null;
  serviceHost: string;
  errors: readonly { field: string; message: string }[];
  problem: { title: string; text: string } | null;
  toolRequest: ToolRequestState;
}

export function StartForm(props: StartFormProps) {
  const { messages, branding, customer } = props;
  const { t } = messages;
  const partner = branding.partnerName;
  const errorsOf = (field: string) => props.errors.flatMap((error) => (error.field === field ? [error.message] : []));
  // With a link, customers cannot edit their name, so its errors go to the top.
  const ownFields = [
    'source_tool',
    ...(customer === null ? ['destination_username'] : []),
    ...(props.contactEmail === null ? [] : ['contact_email']),
  ];
  const firstWithError = ownFields.find((field) => errorsOf(field).length > 0);
  const checked = (name: string) => ({ name, errors: errorsOf(name), autoFocus: firstWithError === name });
  const otherErrors = props.errors.filter((error) => !ownFields.includes(error.field));
  return (
    <>
      <h1 className="text-32 font-strong max-md:text-26">{t('start.title', { partner })}</h1>
      {customer !== null && (
        <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">
          {customer.instanceUrl === null
            ? t.rich('start.forCustomer', { username: customer.username, b: strong })
            : t.rich('start.forCustomerInto', {
                username: customer.username,
                instance: withoutScheme(customer.instanceUrl),
                b: strong,
              })}
        </p>
      )}
      {props.problem !== null && <ProblemNote {...props.problem} errors={otherErrors.map(({ message }) => message)} />}
      <NumberedSteps
        steps={(['connect', 'sample', props.whoPays === 'partner' ? 'request' : 'buy'] as const).map((step) =>
          t(`start.steps.${step}`, { partner }),
        )}
      />
      <form id="start" method="post" action="/api/start" noValidate>
        <input type="hidden" name="attempt" value={props.attempt} />
        <input type="hidden" name="language" value={messages.language} />
        {props.retryOfAttempt !== null && <input type="hidden" name="again" value={props.retryOfAttempt} />}
        {props.linkToken !== null && <input type="hidden" name="link" value={props.linkToken} />}
        <PickTool
          messages={messages}
          tools={props.tools}
          search={props.search}
          name="source_tool"
          question={t('start.toolQuestion')}
          chosen={props.chosen}
          errors={errorsOf('source_tool')}
        />
        <ToolRequest {...props.toolRequest} messages={messages} />
        {(customer === null || props.contactEmail !== null) && (
          <div className="mt-8 grid max-w-[480px] gap-5">
            {customer === null && (
              <Field
                id="username"
                {...checked('destination_username')}
                label={t('start.username')}
                hint={t('start.usernameHint')}
                checks={{ required: t('start.enterUsername') }}
                defaultValue={props.username}
                maxLength={1000}
                autoComplete="username"
                inputMode="email"
              />
            )}
            {props.contactEmail !== null && (
              <Field
                id="contact-email"
                {...checked('contact_email')}
                {...mailInput}
                label={t('start.contactEmail')}
                hint={t(customer === null ? 'start.contactEmailHintOpen' : 'start.contactEmailHint')}
                checks={{ email: t('start.enterContactEmail') }}
                defaultValue={props.contactEmail}
              />
            )}
          </div>
        )}
        <Honeypot />
        {/* On a phone, only the button stays in view, and only if the tools have enough room above it. */}
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 border-t pt-6 max-md:contents">
          <div className="max-md:bottom-0 max-md:mt-6 max-md:border-t max-md:bg-canvas max-md:py-4 max-md:[@media(min-height:760px)]:sticky">
            <BrandButton>
              {t(props.retryOfAttempt === null ? 'start.start' : 'unknownOutcome.again')}
              <Icon name="arrow-right" size={16} className="rtl:-scale-x-100" />
            </BrandButton>
          </div>
          <p className="text-14 text-ink-2">{t.rich('start.continueAt', { host: props.serviceHost, b: strong })}</p>
        </div>
      </form>
      <CheckForms />
    </>
  );
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
