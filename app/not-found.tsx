import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFoundLabels as labels } from '@/components/shell/labels';
import { PageReference } from '@/components/shell/page-reference';
import { StandalonePage } from '@/components/shell/standalone-page';
import { isCustomerPath } from '@/lib/http/is-customer-path';
import { pathHeader } from '@/lib/http/sign-in-href';

/** Next applies it to every response with status 404, but customers see the partner's name only. */
export async function generateMetadata(): Promise<Metadata> {
  const [pathname = '/'] = ((await headers()).get(pathHeader) ?? '/').split('?', 1);
  return isCustomerPath(pathname) ? {} : { title: labels.title };
}

/** Outside the staff pages, which have one of their own. */
export default function NotFound() {
  return (
    <StandalonePage title={labels.title}>
      {labels.textSignedOut}
      <PageReference />
    </StandalonePage>
  );
}
