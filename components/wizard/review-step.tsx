'use client';

import { useRef } from 'react';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { TextAreaField } from '../ui/field';
import { Notice } from '../ui/notice';
import { useEnvironment } from '../ui/use-environment';
import type { Ending, StepProps } from './draft';
import { ExistingImports, type ExistingImportsState } from './existing-imports';
import { fieldLabels, reviewStepLabels as labels } from './labels';
import { useStepFocus } from './use-step-focus';

export function ReviewStep({
  draft,
  mayStartFull,
  existing,
  sending,
  errorsOf,
  onChange,
  onSend,
}: StepProps & {
  mayStartFull: boolean;
  existing: ExistingImportsState;
  /** The ending that was chosen, while it is being sent. */
  sending: Ending | null;
  onSend: (ending: Ending) => void;
}) {
  const sandbox = useEnvironment() === 'sandbox';
  const errors = [...errorsOf('start_full'), ...errorsOf('reason')];
  const form = useRef<HTMLFormElement>(null);
  useStepFocus(form, errors.join() || undefined);
  const offersFull = mayStartFull && draft.replaces === '';
  const full = offersFull && draft.startFull;
  const endings = labels.endings[full ? 'full' : existing.imports.length > 0 ? 'another' : 'first'];
  const blocked = existing.checking || sending !== null;
  const send = (ending: Ending) => {
    if (!blocked) onSend(ending);
  };
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        send('continue');
      }}
    >
      {/* Focus is here and not on a control: a second Enter on Continue must create nothing. */}
      <h2 tabIndex={-1} data-autofocus className="outline-none">
        {labels.title}
      </h2>
      <ExistingImports existing={existing} draft={draft} />
      {draft.replaces !== '' && (
        <Notice tone="turn" title={labels.startingAgain}>
          {labels.startingAgainDetail}
        </Notice>
      )}
      {offersFull && (
        <>
          <div>
            <Checkbox
              label={labels.startFull}
              hint={labels.startFullHint}
              checked={draft.startFull}
              onChange={(event) => onChange({ startFull: event.target.checked })}
            />
            {errorsOf('start_full').map((message) => (
              <p key={message} role="alert" className="mt-1 text-12 text-unkn">
                {message}
              </p>
            ))}
          </div>
          {full && (
            <>
              <Notice tone="turn" title={sandbox ? labels.sandboxPays : labels.pays(draft.username)}>
                {sandbox ? labels.sandboxPaysDetail : labels.paysDetail}
              </Notice>
              <TextAreaField
                label={fieldLabels.reason}
                hint={labels.reasonHint}
                error={errorsOf('reason')}
                maxLength={4000}
                value={draft.reason}
                onChange={(event) => onChange({ reason: event.target.value })}
              />
            </>
          )}
        </>
      )}
      {sandbox ? (
        <>
          <Notice tone="info" title={labels.sandbox}>
            {labels.sandboxDetail}
          </Notice>
          <div>
            <Button type="submit" variant="primary" busy={blocked}>
              {labels.sendToSandbox}
            </Button>
          </div>
        </>
      ) : (
        <div className="grid gap-3">
          <p className="text-13 text-ink-2" role="status">
            {existing.checking ? labels.checking : labels.endingsHint}
          </p>
          <div className="flex flex-wrap gap-2 max-md:grid">
            <Button type="submit" variant="primary" busy={existing.checking || sending === 'continue'}>
              {endings.continue}
            </Button>
            <Button busy={sending === 'share'} aria-disabled={blocked} onClick={() => send('share')}>
              {endings.share}
            </Button>
          </div>
        </div>
      )}
    </form>
  );
}
