import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import type { CustomerMigration } from '@/lib/contract/customer-migration';
import { languages, type Language } from '@/lib/contract/languages';
import { type EmbedEvent, eventParam } from '@/lib/contract/embed';
import { readEmbedHeaders } from '@/lib/contract/embed-headers';
import { messagesFor, type Brand } from '@/lib/messages/brand-messages';
import type { Messages } from '@/lib/messages/messages';
import { readVisitorLanguage, switchParam } from '@/lib/messages/visitor-language';
import { CustomerLayout } from './customer-layout';
import { EmbeddedLayout } from './embedded-layout';
import { ForgetParam } from './forget-param';
import { withSupport } from './with-support';

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
    /** The support link names it, and its situation is reported to the page around an embedded one. */
    migration?: CustomerMigration;
  },
  renderContent: (messages: Messages, page: { embedded: boolean }) => ReactNode,
): Promise<ReactNode> {
  const requestHeaders = await headers();
  const hrefWith = (name: string, language: Language) => {
    const query = paramsOf(options.params);
    query.set(name, language);
    // The same page in another language is not another event.
    query.delete(eventParam);
    return `${options.path}?${query.toString()}`;
  };
  const request = { path: `${options.path}?${paramsOf(options.params).toString()}`, headers: requestHeaders };
  const language = readVisitorLanguage(request, options.language);
  // The root layout sets `lang` and `dir`, and knows the address alone.
  if (language !== readVisitorLanguage(request)) redirect(hrefWith('lang', language));
  const messages = messagesFor(options.branding, language, requestHeaders.get('accept-language'));
  const { path, origin, migration } = options;
  const branding = migration ? withSupport(options.branding, migration, messages) : options.branding;
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
      {options.params[eventParam] !== undefined && <ForgetParam name={eventParam} />}
      {renderContent(messages, { embedded: embed !== null })}
    </>
  );
  if (embed === null) return <CustomerLayout {...layout}>{content}</CustomerLayout>;
  return (
    <EmbeddedLayout {...layout} {...{ embed, parent, migration }} event={readEvent(options)}>
      {content}
    </EmbeddedLayout>
  );
}

/** After a double click, the response to the second request is shown. So the migration says whether it was requested. */
function readEvent({ params, migration }: { params: SearchParams; migration?: CustomerMigration }): EmbedEvent | null {
  const event = singleParam(params[eventParam]);
  if (event === 'started') return event;
  return event === 'requested' && migration?.situation.payment === 'requested' ? event : null;
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

export function paramsOf(params: SearchParams): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries(params)) {
    const value = singleParam(given);
    if (value !== undefined) query.set(name, value);
  }
  return query;
}

/** The first of several, as the root layout takes it. */
export function singleParam(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}
