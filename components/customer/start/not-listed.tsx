import type { ReactNode } from 'react';
import type { Messages } from '@/lib/messages/messages';
import { Icon } from '../../ui/icon';

/** What a customer opens below the list of tools if theirs is not in it. */
export function NotListed({
  messages: { t },
  id,
  open,
  children,
}: {
  messages: Messages;
  id?: string;
  open: boolean;
  children: ReactNode;
}) {
  return (
    <details id={id} open={open} className="group mt-2 scroll-mt-4">
      <summary className="inline-flex min-h-11 items-center gap-2 py-2 text-14 text-brand-ink underline underline-offset-2">
        <Icon name="right" size={16} className="flex-none group-open:rotate-90 rtl:group-open:-rotate-90" />
        {t('start.notListed')}
      </summary>
      {children}
    </details>
  );
}
