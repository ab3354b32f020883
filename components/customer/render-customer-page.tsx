import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import type { Branding } from '@/lib/contract/branding';
import type { Language } from '@/lib/contract/start';
import { chooseLanguage } from '@/lib/messages/choose-language';
import { messagesByLanguage, type Messages } from '@/lib/messages/messages';
import { CustomerLayout } from './customer-layout';

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** Chooses the language and renders the page in the partner's layout. `path` is the page's own path. */
export async function renderCustomerPage(
  options: { branding: Branding; path: string; params: SearchParams; language?: Language | null },
  renderContent: (messages: Messages) => ReactNode,
): Promise<ReactNode> {
  const requestHeaders = await headers();
  const messages =
    messagesByLanguage[
      chooseLanguage({
        chosen: singleParam(options.params['lang']),
        link: options.language,
        acceptLanguage: requestHeaders.get('accept-language'),
      })
    ];
  const languageHref = (language: string) => {
    const query = new URLSearchParams(
      Object.entries(options.params).flatMap(([k, v]) => (typeof v === 'string' ? [[k, v]] : [])),
    );
    query.set('lang', language);
    return `${options.path}?${query.toString()}`;
  };
  return (
    <CustomerLayout
      branding={options.branding}
      messages={messages}
      nonce={requestHeaders.get('x-nonce') ?? undefined}
      languageHref={languageHref}
    >
      {renderContent(messages)}
    </CustomerLayout>
  );
}

export function singleParam(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
