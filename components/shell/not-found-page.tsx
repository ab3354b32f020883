'use client';

import { useCustomerTexts } from '../ui/customer-texts';
import { LinkButton } from '../ui/link-button';
import { notFoundLabels as labels } from './labels';
import { StandalonePage } from './standalone-page';

/** For staff. Customers below their own addresses see it in their language, without links for staff. */
export function NotFoundPage() {
  const customer = useCustomerTexts()?.notFound;
  if (customer) {
    return (
      <StandalonePage title={customer.title} unbranded>
        {customer.text}
      </StandalonePage>
    );
  }
  return (
    <StandalonePage title={labels.title}>
      <p className="hidden in-data-rail:block">{labels.text}</p>
      <p className="in-data-rail:hidden">{labels.textSignedOut}</p>
      <StaffLinks />
    </StandalonePage>
  );
}

/** Ways on for staff; hidden outside the frame. */
export function StaffLinks() {
  return (
    <div className="mt-6 hidden flex-wrap gap-2 in-data-rail:flex">
      <LinkButton href="/" variant="primary">
        {labels.home}
      </LinkButton>
      <LinkButton href="/imports">{labels.imports}</LinkButton>
    </div>
  );
}
