import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { otherDraftLabels as labels } from './labels';

/** The URL names a customer, but this tab has a draft for another one. */
export function OtherDraft({
  username,
  offered,
  onFinish,
  onDiscard,
}: {
  username: string;
  offered: string;
  onFinish: () => void;
  onDiscard: () => void;
}) {
  return (
    <Notice tone="turn" title={labels.title(username)} className="mt-4 max-w-[640px]" live>
      {labels.detail(offered)}
      <span className="mt-3 flex flex-wrap gap-2">
        <Button onClick={onFinish}>{labels.finish}</Button>
        <Button onClick={onDiscard}>{labels.discard}</Button>
      </span>
    </Notice>
  );
}
