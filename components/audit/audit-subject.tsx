'use client';

import Link from 'next/link';
import type { AuditEntryView } from '@/lib/contract/audit';
import { envHref } from '@/lib/contract/env-href';
import { importHref } from '../import/import-href';
import { customerHref } from '../shell/customer-link';
import { useEnvironment } from '../ui/use-environment';

/** A link where the subject is an import or a customer, in the environment of the entry, not of the page. */
export function AuditSubject({
  entry: { action, environment, isImport },
  subject,
}: {
  entry: Pick<AuditEntryView, 'action' | 'environment' | 'isImport'>;
  subject: string;
}) {
  const pageEnvironment = useEnvironment();
  const href = isImport ? importHref(subject) : namesCustomer(action, subject) ? customerHref(subject) : undefined;
  if (href === undefined) return subject;
  const target = environment === null ? pageEnvironment : environment === 'sandbox' ? 'sandbox' : 'live';
  return (
    <Link
      href={envHref(href, target)}
      prefetch={false}
      className="text-accent underline-offset-2 hover:underline md:inline-block md:min-h-6 md:leading-6"
    >
      {subject}
    </Link>
  );
}

/** The subject of a creation without a username is the id of the attempt. */
function namesCustomer(action: string, subject: string): boolean {
  const ofCustomer = action === 'link.made' || action === 'customer.exported' || action.startsWith('import.creation_');
  return ofCustomer && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(subject);
}
