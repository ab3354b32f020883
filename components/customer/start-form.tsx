import type { ReactNode } from 'react';
import type { Branding } from '@/lib/contract/branding';
import type { Messages } from '@/lib/messages/messages';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { BrandButton } from './brand-button';
import { HelpLink } from './customer-layout';
import { hasMoreTools, searchFormId, ToolTiles, type ToolTilesProps } from './tool-tiles';

interface StartFormProps extends ToolTilesProps {
  branding: Branding;
  messages: Messages;
  whoPays: 'partner' | 'customer';
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
  pageHref: string;
  notListed: boolean;
}

export function StartForm(props: StartFormProps) {
  const { messages, branding, customer } = props;
  const { t } = messages;
  const partner = branding.partnerName;
  const errorsOf = (field: string) => props.errors.filter((error) => error.field === field);
  // With a link, customers cannot edit their name, so its errors go to the top.
  const ownFields = [
    'source_tool',
    ...(customer === null ? ['destination_username'] : []),
    ...(props.contactEmail === null ? [] : ['contact_email']),
  ];
  const otherErrors = props.errors.filter((error) => !ownFields.includes(error.field));
  const [path = '', query = ''] = props.pageHref.split('?', 2);
  const keptParams = [...new URLSearchParams(query)].filter(
    ([name]) => !['q', 'all', 'help', 'attempt', 'missing', 'busy'].includes(name),
  );
  const hrefWith = (name: string) => `${path}?${new URLSearchParams([...keptParams, [name, '1']]).toString()}`;
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
      {props.problem !== null && (
        <div role="alert" className="mt-6 flex gap-3 rounded-tile border border-unkn-line p-4">
          <Icon name="warning" size={16} className="mt-1 flex-none text-unkn" />
          <p>
            <b className="block">{props.problem.title}</b> <span className="text-ink-2">{props.problem.text}</span>
          </p>
        </div>
      )}
      <FieldErrors errors={otherErrors} />
      <ol className="mt-7 grid grid-cols-3 gap-8 border-y py-6 text-15 text-ink-2 max-md:grid-cols-1 max-md:gap-4">
        {(['connect', 'sample', props.whoPays === 'partner' ? 'request' : 'buy'] as const).map((step, index) => (
          <li key={step} className="max-md:flex max-md:gap-3">
            <b aria-hidden="true" className="mb-1 block text-brand-ink max-md:mb-0">
              {index + 1}
            </b>
            {t(`start.steps.${step}`, { partner })}
          </li>
        ))}
      </ol>
      <form id={searchFormId} method="get" action={path}>
        {keptParams.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <form method="post" action="/api/start">
        <input type="hidden" name="attempt" value={props.attempt} />
        <input type="hidden" name="language" value={messages.language} />
        {props.retryOfAttempt !== null && <input type="hidden" name="again" value={props.retryOfAttempt} />}
        {props.linkToken !== null && <input type="hidden" name="link" value={props.linkToken} />}
        {customer === null && (
          <label className="mt-8 block max-w-[480px]">
            <span className="font-strong">{t('start.username')}</span>
            <input
              name="destination_username"
              defaultValue={props.username}
              required
              maxLength={1000}
              autoComplete="username"
              aria-describedby="username-hint username-error"
              aria-invalid={errorsOf('destination_username').length > 0 || undefined}
              className="mt-1 h-12 w-full rounded-tile border border-control bg-canvas px-4"
            />
            <span id="username-hint" className="mt-1 block text-14 text-meta">
              {t('start.usernameHint')}
            </span>
            <FieldErrors id="username-error" errors={errorsOf('destination_username')} />
          </label>
        )}
        {props.contactEmail !== null && (
          <label className={cx('block max-w-[480px]', customer === null ? 'mt-5' : 'mt-8')}>
            <span className="font-strong">{t('start.contactEmail')}</span>
            <input
              type="email"
              name="contact_email"
              defaultValue={props.contactEmail}
              maxLength={254}
              autoComplete="email"
              aria-describedby="contact-hint contact-error"
              aria-invalid={errorsOf('contact_email').length > 0 || undefined}
              className="mt-1 h-12 w-full rounded-tile border border-control bg-canvas px-4"
            />
            <span id="contact-hint" className="mt-1 block text-14 text-meta">
              {t(customer === null ? 'start.contactEmailHintOpen' : 'start.contactEmailHint')}
            </span>
            <FieldErrors id="contact-error" errors={errorsOf('contact_email')} />
          </label>
        )}
        {/* A honeypot: people never see this field, bots fill it in. */}
        <p className="absolute -start-[9999px]" aria-hidden="true">
          <label>
            Website <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </p>
        <ToolTiles {...props} />
        <FieldErrors errors={errorsOf('source_tool')} />
        <p className="mt-3 flex flex-wrap justify-between gap-x-6 text-14 text-brand-ink">
          {hasMoreTools(props) && (
            <a href={hrefWith('all')} className="py-2 underline underline-offset-2">
              {t('start.showAll', { count: props.tools.length })}
            </a>
          )}
          <a href={hrefWith('help')} className="py-2 underline underline-offset-2">
            {t('start.notListed')}
          </a>
        </p>
        {props.notListed && (
          <p className="rounded-tile bg-sunken p-4 text-15 text-ink-2">
            {t.rich('start.notListedHelp', { help: (text) => <HelpLink branding={branding}>{text}</HelpLink> })}
          </p>
        )}
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 border-t pt-6 max-md:sticky max-md:bottom-0 max-md:bg-canvas max-md:py-4">
          <BrandButton>
            {t(props.retryOfAttempt === null ? 'start.start' : 'unknownOutcome.again')}
            <Icon name="arrow-right" size={16} />
          </BrandButton>
          <p className="text-14 text-ink-2">{t.rich('start.continueAt', { host: props.serviceHost, b: strong })}</p>
        </div>
      </form>
    </>
  );
}

function FieldErrors({ id, errors }: { id?: string; errors: readonly { field: string; message: string }[] }) {
  if (errors.length === 0) return null;
  return (
    <div id={id} role="alert" className="mt-2 text-14 text-unkn">
      {errors.map((error) => (
        <p key={`${error.field} ${error.message}`}>{error.message}</p>
      ))}
    </div>
  );
}

const strong = (text: ReactNode) => <bdi className="font-strong text-ink">{text}</bdi>;

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
