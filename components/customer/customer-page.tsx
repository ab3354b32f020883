import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import type { Branding } from '@/lib/contract/branding';
import type { Language } from '@/lib/contract/start';
import { CustomerFrame } from './customer-frame';
import { chooseLanguage, wordsOf } from './words/choose-language';
import type { Words } from './words/words';

export type Params = Readonly<Record<string, string | string[] | undefined>>;

/** Chooses the language, and puts the partner's frame around the page. `here` is the page's own path. */
export async function customerPage(
  given: { branding: Branding; here: string; params: Params; language?: Language | null },
  draw: (words: Words) => ReactNode,
): Promise<ReactNode> {
  const head = await headers();
  const words =
    wordsOf[
      chooseLanguage({
        chosen: one(given.params['lang']),
        link: given.language,
        acceptLanguage: head.get('accept-language'),
      })
    ];
  const languageHref = (language: string) => {
    const query = new URLSearchParams(
      Object.entries(given.params).flatMap(([k, v]) => (typeof v === 'string' ? [[k, v]] : [])),
    );
    query.set('lang', language);
    return `${given.here}?${query.toString()}`;
  };
  return (
    <CustomerFrame
      branding={given.branding}
      words={words}
      nonce={head.get('x-nonce') ?? undefined}
      languageHref={languageHref}
    >
      {draw(words)}
    </CustomerFrame>
  );
}

export function one(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
