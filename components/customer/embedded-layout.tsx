import type { ReactNode } from 'react';
import type { Branding } from '@/lib/contract/branding';
import { type EmbedPage, type EmbedStatus, parseEmbed } from '@/lib/contract/embed';
import { embedCss } from '@/lib/contract/embed-css';
import type { Situation } from '@/lib/contract/situation';
import type { Messages } from '@/lib/messages/messages';
import { BrandStyle } from './brand-style';
import { LanguageLinks, PartnerLinks } from './customer-layout';
import { EmbeddedPage } from './embedded-page';

/** Inside the partner's product, which has its own logo and header. */
export function EmbeddedLayout({
  branding,
  messages,
  nonce,
  languageHref,
  embed,
  parent,
  page,
  situation,
  children,
}: {
  branding: Branding;
  messages: Messages;
  nonce: string | undefined;
  languageHref: (language: string) => string;
  embed: string;
  /** Null if no site may receive messages of this page. */
  parent: string | null;
  page: EmbedPage;
  situation: Situation | null;
  children: ReactNode;
}) {
  const css = embedCss(parseEmbed(embed).theme, branding.colour);
  return (
    <div lang={messages.language} className="flow-root text-16 tracking-[-0.006em] text-ink">
      <BrandStyle colour={branding.colour} nonce={nonce} />
      {css !== '' && <style data-embed nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />}
      <main className="mx-auto w-full max-w-[816px] px-6 pt-6 pb-8 max-md:px-4">{children}</main>
      <footer className="mx-auto flex w-full max-w-[816px] flex-wrap justify-between gap-x-6 px-6 pb-4 text-14 max-md:px-4">
        <LanguageLinks messages={messages} languageHref={languageHref} />
        <PartnerLinks branding={branding} messages={messages} />
      </footer>
      {parent !== null && (
        <EmbeddedPage parent={parent} brandColour={branding.colour} page={page} status={statusOf(situation)} />
      )}
    </div>
  );
}

function statusOf(situation: Situation | null): EmbedStatus | null {
  if (situation === null) return null;
  const { progress, payment, claims } = situation;
  return {
    situation: progress,
    whoActs: claims.whoActs,
    finished: claims.finished,
    requested: payment === 'requested',
  };
}
