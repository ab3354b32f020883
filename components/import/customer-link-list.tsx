'use client';

import { useState } from 'react';
import { useCustomerLinks, useRevokeCustomerLinks } from '@/lib/query/use-customer-links';
import { Button } from '../ui/button';
import { ProblemNotice } from '../ui/problem-notice';
import { Skeleton } from '../ui/skeleton';
import { Time } from '../ui/time';
import { useEnvironment } from '../ui/use-environment';
import { linkKindLabels, linkListLabels } from './on-demand-labels';

/** A separate component, so the query starts when the disclosure opens. */
export function CustomerLinkList({ importId }: { importId: string }) {
  const environment = useEnvironment();
  const list = useCustomerLinks(environment, importId);
  const revoke = useRevokeCustomerLinks(environment, importId);
  const [confirming, setConfirming] = useState(false);
  const links = list.data?.links ?? [];
  return (
    <div className="grid gap-3 text-13" aria-busy={list.isPending}>
      {list.error !== null && <ProblemNotice error={list.error} />}
      {revoke.error !== null && <ProblemNotice error={revoke.error} />}
      {list.isPending && <Skeleton className="h-10 w-full" />}
      {list.data !== undefined && links.length === 0 && <p className="text-meta">{linkListLabels.none}</p>}
      <ul className="grid gap-3">
        {links.map((link) => (
          <li key={link.id} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <p>
                {linkKindLabels[link.kind]}, {linkListLabels.by} <b className="font-strong">{link.createdBy}</b>{' '}
                <Time at={link.createdAt} as="relative" />
              </p>
              <p className="text-12 text-meta">
                {link.lastUsedAt === null ? (
                  linkListLabels.unused
                ) : (
                  <>
                    {linkListLabels.lastUsed} <Time at={link.lastUsedAt} as="relative" />
                  </>
                )}
                {link.revokedAt === null ? (
                  <>
                    , {linkListLabels.expires} <Time at={link.expiresAt} as="moment" />
                  </>
                ) : (
                  <>
                    , {linkListLabels.revokedBy(link.revokedBy)} <Time at={link.revokedAt} as="relative" />
                  </>
                )}
              </p>
            </div>
            {link.revokedAt === null && (
              <Button
                size="sm"
                variant="quiet"
                busy={revoke.isPending && revoke.variables === link.id}
                onClick={() => revoke.mutate(link.id)}
                aria-label={linkListLabels.revokeThis(link.kind, link.createdBy)}
              >
                {linkListLabels.revoke}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {confirming ? (
        <div>
          <p className="mb-2 text-ink-2">{linkListLabels.consequence}</p>
          <div className="flex gap-2">
            <Button
              size="sm"
              busy={revoke.isPending}
              onClick={() => revoke.mutate('all', { onSuccess: () => setConfirming(false) })}
            >
              {linkListLabels.confirmRevokeAll}
            </Button>
            <Button size="sm" variant="quiet" onClick={() => setConfirming(false)}>
              {linkListLabels.cancel}
            </Button>
          </div>
        </div>
      ) : (
        <div>
          <Button size="sm" onClick={() => setConfirming(true)}>
            {linkListLabels.revokeAll}
          </Button>
        </div>
      )}
    </div>
  );
}
