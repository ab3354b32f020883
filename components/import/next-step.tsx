import type { ImportDetail } from '@/lib/contract/imports';
import { CopyButton } from '../ui/copy-button';
import { Icon } from '../ui/icon';

/** What to tell the customer now, ready to be copied; and what our own people do or know, which is not. */
export function NextStep({ step }: { step: ImportDetail['nextStep'] }) {
  return (
    <section
      aria-label="Next step"
      className="mt-5 flex items-start gap-3 border-s-2 border-s-accent bg-sunken py-3 ps-3.5 pe-3 max-md:-mx-4 max-md:flex-wrap max-md:ps-3.5"
    >
      <Icon name="next" size={16} className="mt-0.5 text-accent rtl:-scale-x-100" />
      <p className="min-w-0 max-w-[880px] flex-1 text-ink-2 max-md:flex-[1_0_calc(100%-40px)]">
        <b className="text-ink">Next step.</b> Tell the customer: {step.say}
        {step.inside !== '' && (
          <>
            {' '}
            <b className="text-ink">Inside:</b> {step.inside}
          </>
        )}
      </p>
      <span className="ms-auto max-md:ms-7">
        <CopyButton text={step.say} label="Copy reply">
          Copy reply
        </CopyButton>
      </span>
    </section>
  );
}
