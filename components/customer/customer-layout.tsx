import type { ReactNode } from 'react';
import type { Branding } from '@/lib/contract/branding';
import type { Language } from '@/lib/contract/languages';
import { supportHref } from '@/lib/contract/support-href';
import type { Messages } from '@/lib/messages/messages';
import { BrandMark } from './brand-mark';
import { BrandStyle } from './brand-style';
import { PartnerLinks } from './partner-links';
import { LanguageSwitch } from './language-switch';

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
  languageHref: (language: Language) => string;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col border-t-4 border-brand text-16 tracking-[-0.006em] text-ink">
      <BrandStyle branding={branding} nonce={nonce} />
      <header className="mx-auto flex w-full max-w-[816px] items-center gap-3 px-6 pt-5 max-md:px-4">
        <BrandMark branding={branding} />
        <b className="min-w-0 text-18 [overflow-wrap:anywhere]">
          <bdi>{branding.partnerName}</bdi>
        </b>
        <LanguageSwitch messages={messages} languageHref={languageHref} />
      </header>
      <main className="mx-auto w-full max-w-[816px] flex-1 px-6 pt-12 pb-16 max-md:px-4 max-md:pt-8">{children}</main>
      <footer className="mx-auto flex w-full max-w-[816px] flex-wrap justify-end gap-x-6 gap-y-3 px-6 pb-8 text-14 max-md:px-4">
        <PartnerLinks branding={branding} messages={messages} />
      </footer>
    </div>
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
    <a href={supportHref(branding.helpUrl, null)} className="text-brand-ink underline underline-offset-2">
      {children}
    </a>
  );
}
