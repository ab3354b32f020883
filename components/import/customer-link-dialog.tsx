'use client';

import type { ReactNode } from 'react';
import type { ImportRow } from '@/lib/contract/imports';
import { useCreateCustomerLink } from '@/lib/query/use-customer-links';
import { useRedirectUrl } from '@/lib/query/use-import';
import { LinkToSend } from '../share/link-to-send';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { ProblemNotice } from '../ui/problem-notice';

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
      title="Customer link"
      onClose={onClose}
      note={
        <>
          <Icon name="audit" size={12} /> Each showing is written into the audit
        </>
      }
      closeLabel="Done"
    >
      <div className="mt-4 grid gap-6">
        <LinkSection
          title="Their migration page"
          buttonLabel="Show the page’s link"
          request={customerLink}
          customer={row.username}
          autofocus
        >
          The status in plain words, the way on to the service, and the request for the full migration. Anyone with the
          link sees this one migration. You can revoke it under “Customer links”.
        </LinkSection>
        {hasRedirectUrl ? (
          <LinkSection
            title="At the service"
            buttonLabel="Reveal the service’s link"
            request={redirectUrl}
            customer={row.username}
          >
            Straight to the service, where access to both tools is given. It is a secret: hand it to this customer
            alone.
          </LinkSection>
        ) : (
          <section className="border-t pt-4">
            <h3>At the service</h3>
            <p className="mt-1 text-ink-2">
              We do not have the service’s link. It is given out only once, when an import is created, and this one was
              not created here.
            </p>
          </section>
        )}
      </div>
    </Dialog>
  );
}

function LinkSection({
  title,
  buttonLabel,
  request,
  customer,
  autofocus = false,
  children,
}: {
  title: string;
  buttonLabel: string;
  request: ReturnType<typeof useRedirectUrl>;
  customer: string | null;
  autofocus?: boolean;
  children: ReactNode;
}) {
  const url = request.data?.url;
  return (
    <section className="border-t pt-4" aria-label={title}>
      <h3>{title}</h3>
      <p className="mt-1 mb-3 text-ink-2">{children}</p>
      {request.error !== null && <ProblemNotice error={request.error} className="mb-3" />}
      {url === undefined ? (
        <Button
          icon="link"
          busy={request.isPending}
          onClick={() => request.mutate()}
          {...(autofocus && { 'data-autofocus': true })}
        >
          {buttonLabel}
        </Button>
      ) : (
        <LinkToSend url={url} title={title} customer={customer} />
      )}
    </section>
  );
}
