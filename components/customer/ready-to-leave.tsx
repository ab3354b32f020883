import type { ReactNode } from 'react';
import type { Messages } from '@/lib/messages/messages';
import { Icon } from '../ui/icon';
import { BrandLink } from './brand-button';
import { strong } from './strong';

/** Before customers go to the service: what they do there, and how they come back. */
export function ReadyToLeave({
  messages,
  partner,
  host,
  to,
  pageHref,
  usesLink,
}: {
  messages: Messages;
  partner: string;
  host: string;
  to: string;
  pageHref: string;
  /** The link that the customer started with also opens the migration page. */
  usesLink: boolean;
}) {
  const { t } = messages;
  const pageLink = (text: ReactNode) => (
    <a href={pageHref} className="text-brand-ink underline underline-offset-2">
      {text}
    </a>
  );
  return (
    <section className="max-w-[560px]">
      <h1 className="text-32 font-strong max-md:text-26">{t('leaving.title')}</h1>
      <p className="mt-3 text-ink-2">{t.rich('leaving.text', { host, b: strong })}</p>
      <h2 className="mt-8 text-18 font-strong">{t('leaving.thereTitle')}</h2>
      <ol className="mt-3 grid gap-3 text-ink-2">
        {(['connect', 'sample', 'back'] as const).map((step, index) => (
          <li key={step} className="flex gap-3">
            <b aria-hidden="true" className="w-3 flex-none text-brand-ink">
              {index + 1}
            </b>
            {t(`leaving.steps.${step}`, { partner })}
          </li>
        ))}
      </ol>
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <ContinueLinks messages={messages} host={host} to={to} />
      </div>
      <div className="mt-10 flex gap-3 rounded-tile bg-sunken p-5 max-md:p-4">
        <Icon name="bookmark" size={16} className="mt-1 flex-none text-brand-ink" />
        <div>
          <h2 className="text-16 font-strong">{t('leaving.backTitle')}</h2>
          <p className="mt-1 text-15 text-ink-2">
            {t.rich(usesLink ? 'leaving.backWithLink' : 'leaving.backInBrowser', { page: pageLink })}
          </p>
        </div>
      </div>
    </section>
  );
}

export function ContinueLinks({ messages: { t }, host, to }: { messages: Messages; host: string; to: string }) {
  return (
    <>
      <BrandLink href={to} rel="noreferrer" className="[overflow-wrap:anywhere]">
        {t('leaving.button', { host })}
        <Icon name="arrow-right" size={16} className="flex-none rtl:-scale-x-100" />
      </BrandLink>
      {/* The service may refuse to be framed. */}
      <a href={to} rel="noreferrer" target="_blank" className="py-2 text-brand-ink underline underline-offset-2">
        {t('start.openNewTab')}
      </a>
    </>
  );
}
