'use client';

import type { Decision } from '@/lib/contract/decisions';
import { Button } from '../ui/button';
import { useEnvironment } from '../ui/use-environment';
import { undoLabels } from './labels';
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
  className?: string;
  tabIndex?: number;
}) {
  const { undo, isPending } = useUndo(useEnvironment(), importId);
  return (
    <Button icon="back" busy={isPending} onClick={() => void undo(decision)} {...rest}>
      {undoLabels.undo}
      <span className="sr-only">{undoLabels.undoWhat(decision.kind, customer)}</span>
    </Button>
  );
}
