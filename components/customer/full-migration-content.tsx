import type { ComponentProps, ReactNode } from 'react';
import type { Messages } from '@/lib/messages/messages';
import { FullMigrationForm } from './full-migration-form';

/** What sponsoring means, and the form to ask for it. */
export function FullMigrationContent({
  messages,
  partner,
  problem = null,
  known = false,
  form,
}: {
  messages: Messages;
  partner: string;
  problem?: ReactNode;
  /** A migration that this browser started, if there is one. */
  known?: ReactNode;
  form: Omit<ComponentProps<typeof FullMigrationForm>, 'messages'>;
}) {
  const { t } = messages;
  return (
    <>
      <h1 className="text-32 font-strong max-md:text-26">{t('full.title')}</h1>
      <p className="mt-1 max-w-[640px] text-ink-2">{t('full.text', { partner })}</p>
      {problem}
      {known}
      <ol className="mt-7 grid grid-cols-3 gap-8 border-y py-6 text-15 text-ink-2 max-md:grid-cols-1 max-md:gap-4">
        {(['request', 'review', 'start'] as const).map((step, index) => (
          <li key={step} className="max-md:flex max-md:gap-3">
            <b aria-hidden="true" className="mb-1 block text-brand-ink max-md:mb-0">
              {index + 1}
            </b>
            {t(`full.steps.${step}`)}
          </li>
        ))}
      </ol>
      <h2 className="mt-9 text-20 font-strong">{t('full.sponsoredTitle')}</h2>
      <ul className="mt-2 max-w-[640px] list-disc space-y-1 ps-5 text-ink-2">
        {(['free', 'yes', 'no'] as const).map((part) => (
          <li key={part}>{t(`full.sponsored.${part}`, { partner })}</li>
        ))}
      </ul>
      <h2 className="mt-9 text-20 font-strong">{t(known ? 'full.other' : 'full.formTitle')}</h2>
      <FullMigrationForm messages={messages} {...form} />
    </>
  );
}
