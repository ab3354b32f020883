'use client';

import type { ImportRow } from '@/lib/contract/imports';
import { useCreateCustomerLink } from '@/lib/query/use-customer-links';
import { useRedirectUrl } from '@/lib/query/use-import';
import { LinkToSend } from '../share/link-to-send';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { ProblemNotice } from '../ui/problem-notice';
import { customerLinkLabels } from './on-demand-labels';

/** Each link is fetched on request, because every view is logged. */
export function CustomerLinkDialog({
  row,
  hasRedirectUrl,
  onClose,
}: {
  row: ImportRow;
  hasRedirectUrl: boolean;
  onClose: () => void;
}) {
  const customerLink = useCreateCustomerLink(row.environment, row.id);
  const redirectUrl = useRedirectUrl(row.environment, row.id);
  return (
    <Dialog
      title={customerLinkLabels.title}
      onClose={onClose}
      note={
        <>
          <Icon name="audit" size={12} /> {customerLinkLabels.note}
        </>
      }
      closeLabel={customerLinkLabels.done}
    >
      <div className="mt-4 grid gap-6">
        <LinkSection labels={customerLinkLabels.page} request={customerLink} customer={row.username} autofocus />
        {hasRedirectUrl ? (
          <LinkSection labels={customerLinkLabels.service} request={redirectUrl} customer={row.username} />
        ) : (
          <section className="border-t pt-4">
            <h3>{customerLinkLabels.service.title}</h3>
            <p className="mt-1 text-ink-2">{customerLinkLabels.service.none}</p>
          </section>
        )}
      </div>
    </Dialog>
  );
}

function LinkSection({
  labels,
  request,
  customer,
  autofocus = false,
}: {
  labels: { title: string; text: string; show: string };
  request: ReturnType<typeof useRedirectUrl>;
  customer: string | null;
  autofocus?: boolean;
}) {
  const { title } = labels;
  const url = request.data?.url;
  return (
    <section className="border-t pt-4" aria-label={title}>
      <h3>{title}</h3>
      <p className="mt-1 mb-3 text-ink-2">{labels.text}</p>
      {request.error !== null && <ProblemNotice error={request.error} className="mb-3" />}
      {url === undefined ? (
        <Button
          icon="link"
          busy={request.isPending}
          onClick={() => request.mutate()}
          {...(autofocus && { 'data-autofocus': true })}
        >
          {labels.show}
        </Button>
      ) : (
        <LinkToSend url={url} title={title} customer={customer} />
      )}
    </section>
  );
}
