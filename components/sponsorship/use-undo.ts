'use client';

import type { Decision } from '@/lib/contract/decisions';
import type { Environment } from '@/lib/contract/environment';
import { toastError } from '../ui/problem-notice';
import { useDecide } from '@/lib/query/use-sponsorship';
import { dismissToast, toast } from '../ui/toast-store';
import { undoLabels } from './labels';

/** Withdraws a decision that is not sent yet. Works after the component that offers it is gone. */
export function useUndo(environment: Environment, importId: string) {
  const { withdraw } = useDecide(environment, importId);
  const undo = (decision: Pick<Decision, 'id'>) => {
    // Its toast offers the same.
    dismissToast(decision.id);
    return withdraw.mutateAsync({ decisionId: decision.id, reason: '' }).then(
      ({ state }) =>
        toast({
          tone: 'done',
          title: undoLabels.undone,
          detail: state === 'unknown' ? undoLabels.stillUnknown : undoLabels.nothingSent,
        }),
      (error: unknown) => toastError(undoLabels.notUndone, error),
    );
  };
  return { undo, isPending: withdraw.isPending };
}
