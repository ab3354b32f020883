'use client';

import { useRouter } from 'next/navigation';
import type { PendingPolicy, Policy } from '@/lib/contract/policy';
import { useClosePendingPolicy } from '@/lib/query/use-sponsorship';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { toastError } from '../ui/problem-notice';
import { Time } from '../ui/time';
import { toast } from '../ui/toast-store';
import { pendingPolicyLabels as labels } from './policy-labels';
import { policyChanges } from './policy-summary';

/** A change that waits for another admin, shown to all admins. */
export function PendingPolicyNotice({
  pending,
  policy,
  viewerId,
}: {
  pending: PendingPolicy;
  policy: Policy;
  viewerId: string;
}) {
  const router = useRouter();
  const { confirm, cancel } = useClosePendingPolicy();
  const report = (success: string, failure: string) => ({
    onSuccess: () => toast({ tone: 'done', title: success }),
    onError: (error: Error) => toastError(failure, error),
    // After a failure too: the change may be closed already.
    onSettled: () => router.refresh(),
  });
  return (
    <section aria-label={labels.section} className="mb-6 max-w-[560px]">
      <Notice tone="turn" title={labels.title}>
        <ul className="my-1 list-disc ps-4">
          {policyChanges(policy, pending.policy).map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        {labels.proposedBy(pending.proposedBy)}
        <Time at={pending.proposedAt} as="moment" />
        {labels.takesEffect}
        <Time at={pending.effectiveAt} as="moment" />
        {labels.anyAdminCancels}
        {pending.mayConfirm === false && pending.proposedById !== viewerId && labels.samePerson(pending.proposedBy)}
        <div className="mt-2.5 flex flex-wrap gap-2">
          {pending.mayConfirm === true && (
            <Button
              variant="primary"
              size="sm"
              busy={confirm.isPending}
              onClick={() => confirm.mutate(pending.id, report(labels.confirmed, labels.notConfirmed))}
            >
              {labels.confirm}
            </Button>
          )}
          <Button
            size="sm"
            busy={cancel.isPending}
            onClick={() => cancel.mutate(pending.id, report(labels.cancelled, labels.notCancelled))}
          >
            {labels.cancel}
          </Button>
        </div>
      </Notice>
    </section>
  );
}
