'use client';

import { useRouter } from 'next/navigation';
import type { Delivery } from '@/lib/contract/webhooks';
import { problemOf } from '../ui/problem-notice';
import { useReprocessDelivery } from '@/lib/query/use-admin';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';

const verdictHints: Record<Delivery['verdict'], string> = {
  verified: 'Applies it once more; the same fact twice is one fact.',
  stale: 'Lets it count although it came too late. It stands in the timeline where its own time puts it.',
  unreadable: 'Reads it again, with the field names that are configured now.',
  hint: 'Asks the service about the import again. An unsigned message itself is never believed.',
  bad_signature:
    'Checks the signature again under the secrets that are configured now. One that does not fit stays refused.',
};

export function ReprocessButton({ delivery }: { delivery: Delivery }) {
  const router = useRouter();
  const reprocess = useReprocessDelivery(delivery.id);
  const problem = problemOf(reprocess.error);
  const run = () => reprocess.mutate(undefined, { onSettled: () => router.refresh() });
  return (
    <>
      <Button icon="refresh" size="sm" busy={reprocess.isPending} onClick={run}>
        Process again
      </Button>
      <p className="mt-2 text-12 text-pretty text-meta">{verdictHints[delivery.verdict]}</p>
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
