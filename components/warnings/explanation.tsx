import type { ExplanationTexts } from '@/lib/contract/rule-texts';
import { cx } from '../ui/cx';
import { warningLabels } from './labels';

export function Explanation({ explanation, fix, className }: ExplanationTexts & { className?: string | undefined }) {
  return (
    <div className={cx('text-pretty whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]', className)}>
      <p>{explanation}</p>
      {fix.trim() !== '' && (
        <p>
          <b className="text-ink">{warningLabels.fix}</b> {fix}
        </p>
      )}
    </div>
  );
}
