'use client';

import { useRouter } from 'next/navigation';
import type { Delivery } from '@/lib/contract/webhooks';
import { problemOf } from '../ui/problem-notice';
import { useReprocessDelivery } from '@/lib/query/use-webhooks';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { reprocessLabels } from './labels';

export function ReprocessButton({ delivery }: { delivery: Delivery }) {
  const router = useRouter();
  const reprocess = useReprocessDelivery(delivery.id);
  const problem = problemOf(reprocess.error);
  const run = () => reprocess.mutate(undefined, { onSettled: () => router.refresh() });
  return (
    <>
      <Button icon="refresh" size="sm" busy={reprocess.isPending} onClick={run}>
        {reprocessLabels.button}
      </Button>
      <p className="mt-2 text-12 text-pretty text-meta">{reprocessLabels.hints[delivery.verdict]}</p>
      {reprocess.data !== undefined && (
        <Notice tone="done" live className="mt-3">
          {reprocess.data.message}
        </Notice>
      )}
      {reprocess.error !== null && (
        <Notice tone="error" live className="mt-3" title={problem === null ? undefined : `${problem.title}.`}>
          {reprocess.error.message}
        </Notice>
      )}
    </>
  );
}
