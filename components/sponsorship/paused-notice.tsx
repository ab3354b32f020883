import { Notice } from '../ui/notice';
import { Time } from '../ui/time';
import { pausedLabels as labels } from './dialog-labels';

/** After a restore, until decisions are released. The server refuses them. */
export function PausedNotice({ restoredFrom, className }: { restoredFrom: string; className?: string }) {
  return (
    <Notice tone="turn" title={labels.title} className={className}>
      {labels.restoredFrom} <Time at={restoredFrom} as="moment" />. {labels.whatToDo}
    </Notice>
  );
}
