'use client';

import { useRouter } from 'next/navigation';
import type { Message } from '@/lib/contract/message-log';
import { useResendMessage } from '@/lib/query/use-messages';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Time } from '../ui/time';
import { toast } from '../ui/toast-store';
import { resendLabels as labels } from './labels';

/** Says how old the message is: what it says may no longer be true. */
export function ResendDialog({
  message,
  statusChangedAt,
  onClose,
}: {
  message: Message;
  statusChangedAt: string | null;
  onClose: () => void;
}) {
  const router = useRouter();
  const resend = useResendMessage(message.id);
  const confirm = () =>
    resend.mutate(message.nextAt, {
      onSuccess: () => {
        toast({ title: labels.resent, detail: labels.resentDetail });
        onClose();
      },
      onSettled: () => router.refresh(),
    });
  return (
    <ConfirmDialog
      title={labels.title}
      consequence={labels.consequence(
        message.rule && message.channel !== 'email' ? labels.urlOfRule : message.recipient,
      )}
      button={labels.button}
      busy={resend.isPending}
      error={resend.error}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p className="mt-2 text-13 text-pretty text-ink-2">
        {labels.created} <Time at={message.createdAt} as="relative" />.
        {message.audience === 'customer' && ` ${labels.customer}`}
        {message.state === 'sent' && ` ${labels.again}`}
        {statusChangedAt !== null && (
          <>
            {' '}
            {labels.statusChanged} <Time at={statusChangedAt} as="moment" />.
          </>
        )}
      </p>
    </ConfirmDialog>
  );
}
