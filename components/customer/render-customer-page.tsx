import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { languages, type Language } from '@/lib/contract/languages';
import type { Situation } from '@/lib/contract/situation';
import { readEmbedHeaders } from '@/lib/contract/embed-headers';
import { messagesFor, type Brand } from '@/lib/messages/brand-messages';
import type { Messages } from '@/lib/messages/messages';
import { readVisitorLanguage, switchParam } from '@/lib/messages/visitor-language';
import { CustomerLayout } from './customer-layout';
import { EmbeddedLayout } from './embedded-layout';

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Chooses the language and renders the page in the partner's layout. `path` is the page's own path. `language` is that of
 * the link, if it has one. With `origin`, search engines learn of the other languages.
 */
export async function renderCustomerPage(
  options: {
    branding: Brand;
    path: string;
    params: SearchParams;
    language?: Language | null;
    origin?: string;
    /** Reported to the page around an embedded one. */
    situation?: Situation | undefined;
  },
  renderContent: (messages: Messages, page: { embedded: boolean }) => ReactNode,
): Promise<ReactNode> {
  const requestHeaders = await headers();
  const hrefWith = (name: string, language: Language) => {
    const query = paramsOf(options.params);
    query.set(name, language);
    return `${options.path}?${query.toString()}`;
  };
  const request = { path: `${options.path}?${paramsOf(options.params).toString()}`, headers: requestHeaders };
  const language = readVisitorLanguage(request, options.language);
  // The root layout sets `lang` and `dir`, and knows the address alone.
  if (language !== readVisitorLanguage(request)) redirect(hrefWith('lang', language));
  const messages = messagesFor(options.branding, language, requestHeaders.get('accept-language'));
  const { branding, path, origin, situation } = options;
  const { embed, parent } = readEmbedHeaders(requestHeaders);
  const layout = {
    branding,
    messages,
    nonce: requestHeaders.get('x-nonce') ?? undefined,
    languageHref: (one: Language) => hrefWith(switchParam, one),
  };
  const content = (
    <>
      {origin !== undefined && <Alternates href={`${origin}${path}`} />}
      {renderContent(messages, { embedded: embed !== null })}
    </>
  );
  if (embed === null) return <CustomerLayout {...layout}>{content}</CustomerLayout>;
  return (
    <EmbeddedLayout {...layout} {...{ path, embed, parent, situation }}>
      {content}
    </EmbeddedLayout>
  );
}

/** React moves them into the head. */
function Alternates({ href }: { href: string }) {
  return (
    <>
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={`${href}?lang=${language}`} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={href} />
    </>
  );
}

function paramsOf(params: SearchParams): URLSearchParams {
  return new URLSearchParams(Object.entries(params).flatMap(([k, v]) => (typeof v === 'string' ? [[k, v]] : [])));
}

export function singleParam(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
