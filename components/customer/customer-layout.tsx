import type { ReactNode } from 'react';
import type { Branding } from '@/lib/contract/branding';
import { languages } from '@/lib/contract/start';
import { messagesByLanguage, type Messages } from '@/lib/messages/messages';
import { BrandStyle } from './brand-style';

/** The partner's name, colour and logo around a page. Works without JavaScript. */
export function CustomerLayout({
  branding,
  messages,
  nonce,
  languageHref,
  children,
}: {
  branding: Branding;
  messages: Messages;
  nonce: string | undefined;
  languageHref: (language: string) => string;
  children: ReactNode;
}) {
  return (
    <div
      lang={messages.language}
      className="flex min-h-dvh flex-col border-t-4 border-brand text-16 tracking-[-0.006em] text-ink"
    >
      <BrandStyle colour={branding.colour} nonce={nonce} />
      <header className="mx-auto flex w-full max-w-[816px] items-center gap-3 px-6 pt-5 max-md:px-4">
        {branding.logo === null ? (
          <span
            aria-hidden="true"
            className="grid size-8 flex-none place-items-center rounded-2 bg-brand text-18 font-strong text-on-brand"
          >
            {branding.partnerName.slice(0, 1).toUpperCase()}
          </span>
        ) : (
          // A data URL, so there is nothing to optimise.
          <img src={branding.logo} alt="" className="h-8 max-w-40 object-contain" />
        )}
        <b className="text-18">{branding.partnerName}</b>
      </header>
      <main className="mx-auto w-full max-w-[816px] flex-1 px-6 pt-12 pb-16 max-md:px-4 max-md:pt-8">{children}</main>
      <footer className="mx-auto flex w-full max-w-[816px] flex-wrap justify-between gap-x-6 gap-y-3 px-6 pb-8 text-14 max-md:px-4">
        <LanguageLinks messages={messages} languageHref={languageHref} />
        <PartnerLinks branding={branding} messages={messages} />
      </footer>
    </div>
  );
}

export function LanguageLinks({
  messages,
  languageHref,
}: {
  messages: Messages;
  languageHref: (language: string) => string;
}) {
  return (
    <nav aria-label={messages.t('chooseLanguage')} className="flex flex-wrap gap-x-5">
      {languages.map((language) => (
        <a
          key={language}
          href={languageHref(language)}
          lang={language}
          hrefLang={language}
          aria-current={language === messages.language ? 'true' : undefined}
          className="py-2 text-ink-2 hover:underline aria-[current]:font-strong aria-[current]:text-ink"
        >
          {messagesByLanguage[language].t('languageName')}
        </a>
      ))}
    </nav>
  );
}

export function PartnerLinks({ branding, messages }: { branding: Branding; messages: Messages }) {
  return (
    <p className="flex gap-5">
      {branding.privacyUrl !== '' && (
        <a href={branding.privacyUrl} className="py-2 text-ink-2 hover:underline">
          {messages.t('privacy')}
        </a>
      )}
      {branding.helpUrl !== '' && (
        <a href={branding.helpUrl} className="py-2 text-ink-2 hover:underline">
          {messages.t('help')}
        </a>
      )}
    </p>
  );
}

export function HelpLine({ branding, messages }: { branding: Branding; messages: Messages }) {
  if (branding.helpUrl === '') return null;
  return (
    <p>
      <HelpLink branding={branding}>{messages.t('contactSupport')}</HelpLink>
    </p>
  );
}

/** The partner's help link, or plain text if there is none. */
export function HelpLink({ branding, children }: { branding: Branding; children: ReactNode }) {
  if (branding.helpUrl === '') return <>{children}</>;
  return (
    <a href={branding.helpUrl} className="text-brand-ink underline underline-offset-2">
      {children}
    </a>
  );
}
