'use client';

import { Fragment, useState } from 'react';
import { languageFacts, languageOptions, type Language } from '@/lib/contract/languages';
import { CopyButton } from '../ui/copy-button';
import { lazyComponent } from '../ui/lazy-component';
import { LinkButton } from '../ui/link-button';
import { Select } from '../ui/select';
import { linkToSendLabels as labels } from './labels';

/** What a customer gets with the link, in every language. */
export type MessagesToSend = Record<Language, { subject: string; text: string }>;

const QrCode = lazyComponent(() => import('../ui/qr-code').then((module) => module.QrCode));

/** A customer's link as QR code, to copy and to e-mail; with `messages`, as a ready text. */
export function LinkToSend({
  url,
  title,
  customer,
  messages,
  language: initialLanguage = 'en',
}: {
  url: string;
  title: string;
  customer: string | null;
  messages?: MessagesToSend;
  language?: Language;
}) {
  const [language, setLanguage] = useState(initialLanguage);
  const message = messages?.[language];
  return (
    <div className="flex items-start gap-4 max-md:flex-col">
      {/* A long link needs a larger code to be readable by a phone. */}
      <div className={url.length > 150 ? 'size-44 flex-none' : 'size-32 flex-none'}>
        <QrCode text={url} label={labels.qrCode(title)} className="size-full" />
      </div>
      <div className="min-w-0 md:flex-1">
        {message !== undefined && (
          <Select
            aria-label={labels.language}
            size="sm"
            className="mb-2 w-48 max-md:w-full"
            options={languageOptions}
            value={language}
            onChange={setLanguage}
          />
        )}
        {message === undefined ? (
          <div className="rounded-1 bg-sunken p-2">
            {/* Four whole lines: the padding is outside of what scrolls. */}
            <p
              className="mono max-h-20 overflow-y-auto leading-5 break-all"
              tabIndex={0}
              aria-label={labels.link(title)}
              role="group"
            >
              {url}
            </p>
          </div>
        ) : (
          <p
            className="rounded-1 border bg-sunken p-3 text-13 whitespace-pre-line [overflow-wrap:anywhere]"
            lang={language}
            dir={languageFacts[language].dir}
            aria-label={labels.text}
            role="group"
          >
            {message.text.split(url).map((part, at) => (
              <Fragment key={at}>
                {at > 0 && <span className="line-clamp-2 break-all">{url}</span>}
                {/* The clamped link is a block, so it ends its line itself. */}
                {at > 0 ? part.replace(/^\n/, '') : part}
              </Fragment>
            ))}
          </p>
        )}
        <div className="mt-2 flex flex-wrap gap-2">
          {message !== undefined && <CopyButton text={message.text} label={labels.copyText} showLabel />}
          <CopyButton text={url} label={labels.copyLink} showLabel />
          <LinkButton plain size="sm" icon="mail" href={mailTo(customer, message ?? { text: url })}>
            {labels.email}
          </LinkButton>
        </div>
      </div>
    </div>
  );
}

function mailTo(customer: string | null, { subject, text }: { subject?: string; text: string }): string {
  const to = customer?.includes('@') ? encodeURIComponent(customer) : '';
  const about = subject === undefined ? '' : `subject=${encodeURIComponent(subject)}&`;
  return `mailto:${to}?${about}body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`;
}
