'use client';

import type { Decision } from '@/lib/contract/decisions';
import { Button } from '../ui/button';
import { useEnvironment } from '../ui/use-environment';
import { useUndo } from './use-undo';

export function UndoButton({
  importId,
  customer,
  decision,
  ...rest
}: {
  importId: string;
  customer: string;
  decision: Decision;
  size?: 'sm';
  tabIndex?: number;
}) {
  const { undo, isPending } = useUndo(useEnvironment(), importId);
  return (
    <Button icon="back" busy={isPending} onClick={() => void undo(decision)} {...rest}>
      Undo
      <span className="sr-only">
        {' '}
        the {decision.kind === 'reject' ? 'rejection' : 'acceptance'} for {customer}
      </span>
    </Button>
  );
}
