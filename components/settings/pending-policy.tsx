'use client';

import { useRouter } from 'next/navigation';
import type { PendingPolicy, Policy } from '@/lib/contract/policy';
import { useClosePendingPolicy } from '@/lib/query/use-admin';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { toastError } from '../ui/problem-notice';
import { Time } from '../ui/time';
import { toast } from '../ui/toast-store';
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
    <section aria-label="Pending change" className="mb-6 max-w-[560px]">
      <Notice tone="turn" title="A change that weakens the policy is pending.">
        <ul className="my-1 list-disc ps-4">
          {policyChanges(policy, pending.policy).map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        Proposed by {pending.proposedBy} on <Time at={pending.proposedAt} as="moment" />. Takes effect when another
        admin confirms it, or on <Time at={pending.effectiveAt} as="moment" />. Any admin can cancel it.
        {pending.mayConfirm === false && pending.proposedById !== viewerId && (
          <> You cannot confirm it: your account and the account of {pending.proposedBy} count as one person.</>
        )}
        <div className="mt-2.5 flex flex-wrap gap-2">
          {pending.mayConfirm === true && (
            <Button
              variant="primary"
              size="sm"
              busy={confirm.isPending}
              onClick={() =>
                confirm.mutate(pending.id, report('The change is in force', 'The change was not confirmed'))
              }
            >
              Confirm change
            </Button>
          )}
          <Button
            size="sm"
            busy={cancel.isPending}
            onClick={() => cancel.mutate(pending.id, report('The change is cancelled', 'The change was not cancelled'))}
          >
            Cancel change
          </Button>
        </div>
      </Notice>
    </section>
  );
}
