import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import { EmptyState } from '../ui/empty-state';
import { LinkButton } from '../ui/link-button';

export function OverviewEmpty({ environment, mayCreate }: { environment: Environment; mayCreate: boolean }) {
  return (
    <EmptyState
      icon="imports"
      title="No import is known yet"
      actions={
        <>
          {mayCreate && (
            <LinkButton href={envHref('/new', environment)} variant="primary" icon="plus">
              New import
            </LinkButton>
          )}
          <LinkButton href={envHref('/imports', environment)} icon="search">
            Look up a customer
          </LinkButton>
        </>
      }
    >
      The service lists imports by username only. Start one here, or look up the customers you already have; the numbers
      come by themselves.
    </EmptyState>
  );
}
