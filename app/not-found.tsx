import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFoundLabels as labels } from '@/components/shell/labels';
import { StandalonePage } from '@/components/shell/standalone-page';
import { isCustomerPath } from '@/lib/http/is-customer-path';
import { pathHeader } from '@/lib/http/sign-in-href';

/** Next applies it to every response with status 404, but customers see the partner's name only. */
export async function generateMetadata(): Promise<Metadata> {
  const [pathname = '/'] = ((await headers()).get(pathHeader) ?? '/').split('?', 1);
  return isCustomerPath(pathname) ? {} : { title: labels.title };
}

/** Outside the staff pages, which have one of their own. Every page loads it, so the reference has no button. */
export default async function NotFound() {
  const id = (await headers()).get('x-request-id');
  return (
    <StandalonePage title={labels.title} note={id && <span className="select-all">{labels.reference(id)}</span>}>
      {labels.textSignedOut}
    </StandalonePage>
  );
}
