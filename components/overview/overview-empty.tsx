import { EmptyState } from '../ui/empty-state';
import { LinkButton } from '../ui/link-button';

export function OverviewEmpty({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      icon="imports"
      title="No import is known yet"
      actions={
        <>
          {mayCreate && (
            <LinkButton href="/new" variant="primary" icon="plus">
              New import
            </LinkButton>
          )}
          <LinkButton href="/imports" icon="search">
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
