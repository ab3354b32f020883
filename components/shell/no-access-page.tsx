'use client';

import { useAdminNames } from '@/lib/query/use-staff';
import { noAccessLabels as labels } from './labels';
import { StaffLinks } from './not-found-page';
import { PageReference } from './page-reference';
import { StandalonePage } from './standalone-page';

/** The page exists, but not for this role. Names some people who can change that. */
export function NoAccessPage() {
  const names = useAdminNames().data?.names ?? [];
  return (
    <StandalonePage title={labels.title}>
      <p>{labels.text}</p>
      {names.length === 0 ? (
        <p>{labels.anyAdmin}</p>
      ) : (
        <>
          <p className="mt-4">{labels.whoCanGrant}</p>
          <ul className="mt-1 list-disc ps-5">
            {names.map((name) => (
              <li key={name} className="[overflow-wrap:anywhere]">
                {name}
              </li>
            ))}
          </ul>
        </>
      )}
      <StaffLinks />
      <PageReference />
    </StandalonePage>
  );
}
