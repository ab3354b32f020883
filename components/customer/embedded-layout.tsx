import type { ReactNode } from 'react';
import type { Branding } from '@/lib/contract/branding';
import type { CustomerMigration } from '@/lib/contract/customer-migration';
import type { EmbedEvent, EmbedStatus } from '@/lib/contract/embed';
import type { Language } from '@/lib/contract/languages';
import type { Messages } from '@/lib/messages/messages';
import { BrandStyle } from './brand-style';
import { EmbedStyle } from './embed-style';
import { EmbeddedPage } from './embedded-page';
import { LanguageSwitch } from './language-switch';
import { PartnerLinks } from './partner-links';

/** Inside the partner's product, which has its own logo and header. At least as high as the open language switch. */
export function EmbeddedLayout({
  branding,
  messages,
  nonce,
  languageHref,
  embed,
  parent,
  event,
  migration,
  children,
}: {
  branding: Branding;
  messages: Messages;
  nonce: string | undefined;
  languageHref: (language: Language) => string;
  embed: string;
  /** Null if no site may receive messages of this page. */
  parent: string | null;
  event: EmbedEvent | null;
  migration: CustomerMigration | undefined;
  children: ReactNode;
}) {
  const colours = { colour: branding.colour, darkColour: branding.darkColour };
  return (
    <div className="flow-root min-h-[26rem] text-16 tracking-[-0.006em] text-ink">
      <BrandStyle branding={branding} nonce={nonce} />
      <EmbedStyle embed={embed} colours={colours} nonce={nonce} />
      <header className="mx-auto flex w-full max-w-[816px] px-4 max-md:px-2">
        <LanguageSwitch messages={messages} languageHref={languageHref} />
      </header>
      <main className="mx-auto w-full max-w-[816px] px-6 pt-2 pb-8 max-md:px-4">{children}</main>
      <footer className="mx-auto flex w-full max-w-[816px] justify-end px-6 pb-4 text-14 max-md:px-4">
        <PartnerLinks branding={branding} messages={messages} />
      </footer>
      {parent !== null && (
        <EmbeddedPage
          parent={parent}
          colours={colours}
          event={event}
          migration={migration?.reference ?? null}
          status={migration ? statusOf(migration) : null}
        />
      )}
    </div>
  );
}

function statusOf({ situation: { progress, claims } }: CustomerMigration): EmbedStatus {
  return { situation: progress, whoActs: claims.whoActs, finished: claims.finished };
}
