'use client';

import { useRouter } from 'next/navigation';
import type { ResendFailedBody, ResentFailed } from '@/lib/contract/message-log';
import { useResendFailed } from '@/lib/query/use-messages';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { toast } from '../ui/toast-store';
import { resendFailedLabels as labels } from './labels';

export function ResendFailedDialog({ filter, onClose }: { filter: ResendFailedBody; onClose: () => void }) {
  const router = useRouter();
  const resend = useResendFailed();
  const { q, ...others } = filter;
  const isFiltered = q !== '' || Object.values(others).some((value) => value !== undefined);
  const confirm = () =>
    resend.mutate(filter, {
      onSuccess: (result) => {
        toast(describe(result));
        onClose();
      },
      onSettled: () => router.refresh(),
    });
  return (
    <ConfirmDialog
      title={labels.title}
      consequence={isFiltered ? labels.filtered : labels.all}
      button={labels.button}
      busy={resend.isPending}
      error={resend.error}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p className="mt-2 text-13 text-pretty text-ink-2">{labels.rules}</p>
    </ConfirmDialog>
  );
}

function describe({ resent, refused, more }: ResentFailed) {
  const detail = [refused > 0 && labels.refused(refused), more && labels.more].filter((part) => part !== false);
  return { title: resent === 0 ? labels.none : labels.resent(resent), detail: detail.join(' ') || undefined };
}
