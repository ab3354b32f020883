'use client';

import { LinkButton } from '../ui/link-button';
import { notFoundLabels as labels } from './labels';
import { PageReference } from './page-reference';
import { StandalonePage } from './standalone-page';

export function NotFoundPage() {
  return (
    <StandalonePage title={labels.title}>
      <p className="hidden in-data-rail:block">{labels.text}</p>
      <p className="in-data-rail:hidden">{labels.textSignedOut}</p>
      <StaffLinks />
      <PageReference />
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
