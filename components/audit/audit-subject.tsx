'use client';

import Link from 'next/link';
import type { AuditEntryView } from '@/lib/contract/audit';
import { envHref } from '@/lib/contract/env-href';
import { isAboutUsername } from '@/lib/contract/is-about-username';
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
      className="text-accent underline-offset-2 hover:underline inline-block min-h-6 leading-6 max-md:-my-0.5"
    >
      {subject}
    </Link>
  );
}

const attemptIdPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function namesCustomer(action: string, subject: string): boolean {
  return isAboutUsername(action) && !attemptIdPattern.test(subject);
}
