import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import type { Branding } from '@/lib/contract/branding';
import { embedParam } from '@/lib/contract/embed';
import type { Situation } from '@/lib/contract/situation';
import type { Language } from '@/lib/contract/start';
import { readEmbedHeaders } from '@/lib/http/embedded-page';
import { chooseLanguage } from '@/lib/messages/choose-language';
import { messagesByLanguage, type Messages } from '@/lib/messages/messages';
import { CustomerLayout } from './customer-layout';
import { EmbeddedLayout } from './embedded-layout';

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** Chooses the language and renders the page in the partner's layout. `path` is the page's own path. */
export async function renderCustomerPage(
  options: {
    branding: Branding;
    path: string;
    params: SearchParams;
    language?: Language | null;
    situation?: Situation | null;
  },
  renderContent: (messages: Messages, page: { embedded: boolean }) => ReactNode,
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
  const { branding, situation = null } = options;
  const nonce = requestHeaders.get('x-nonce') ?? undefined;
  const { embed, parent } = readEmbedHeaders(requestHeaders);
  const content = renderContent(messages, { embedded: embed !== null });
  if (embed === null)
    return <CustomerLayout {...{ branding, messages, nonce, languageHref }}>{content}</CustomerLayout>;
  return (
    <EmbeddedLayout
      {...{ branding, messages, nonce, languageHref, embed, parent, situation }}
      page={options.path.startsWith('/start') ? 'start' : options.path.startsWith('/m/') ? 'migration' : 'other'}
    >
      {content}
    </EmbeddedLayout>
  );
}

/** For redirects: the request of a frame's first page names no page before it, from which proxy.ts would take this. */
export function keepEmbed(href: string, params: SearchParams): string {
  const embed = singleParam(params[embedParam]);
  if (embed === undefined) return href;
  return `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ [embedParam]: embed }).toString()}`;
}

export function singleParam(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
