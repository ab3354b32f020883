import { EmptyState } from '../ui/empty-state';
import { LinkButton } from '../ui/link-button';
import { emptyLabels as labels } from './labels';

export function OverviewEmpty({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      icon="imports"
      title={labels.title}
      actions={
        <>
          {mayCreate && (
            <LinkButton href="/new" variant="primary" icon="plus">
              {labels.create}
            </LinkButton>
          )}
          <LinkButton href="/imports" icon="search">
            {labels.lookUp}
          </LinkButton>
        </>
      }
    >
      {labels.text}
    </EmptyState>
  );
}
