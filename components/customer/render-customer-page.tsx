import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { languages, type Language } from '@/lib/contract/languages';
import { messagesFor, type Brand } from '@/lib/messages/brand-messages';
import type { Messages } from '@/lib/messages/messages';
import { readVisitorLanguage, switchParam } from '@/lib/messages/visitor-language';
import { CustomerLayout } from './customer-layout';

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Chooses the language and renders the page in the partner's layout. `path` is the page's own path. `language` is that of
 * the link, if it has one. With `origin`, search engines learn of the other languages.
 */
export async function renderCustomerPage(
  options: { branding: Brand; path: string; params: SearchParams; language?: Language | null; origin?: string },
  renderContent: (messages: Messages) => ReactNode,
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
  return (
    <CustomerLayout
      branding={options.branding}
      messages={messages}
      nonce={requestHeaders.get('x-nonce') ?? undefined}
      languageHref={(one) => hrefWith(switchParam, one)}
    >
      {options.origin !== undefined && <Alternates href={`${options.origin}${options.path}`} />}
      {renderContent(messages)}
    </CustomerLayout>
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

/** For redirects to another customer page. */
export function keepLanguage(path: string, params: SearchParams): string {
  const language = singleParam(params['lang']);
  return language === undefined ? path : `${path}?${new URLSearchParams({ lang: language }).toString()}`;
}

export function singleParam(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
