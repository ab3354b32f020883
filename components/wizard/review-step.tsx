'use client';

import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { DefinitionList } from '../ui/definition-list';
import { TextAreaField } from '../ui/field';
import { Notice } from '../ui/notice';
import type { StepProps } from './draft';
import { ExistingImports, type ExistingImportsState } from './existing-imports';
import { useEnvironment } from '../ui/use-environment';

export function ReviewStep({
  draft,
  mayStartFull,
  existing,
  busy,
  errorsOf,
  onChange,
  onSend,
}: StepProps & {
  mayStartFull: boolean;
  existing: ExistingImportsState;
  busy: boolean;
  onSend: () => void;
}) {
  const sandbox = useEnvironment() === 'sandbox';
  const offersFull = mayStartFull && draft.replaces === '';
  const full = offersFull && draft.startFull;
  const second = existing.imports.length > 0;
  return (
    <form
      className="grid max-w-[560px] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!existing.checking && !busy) onSend();
      }}
    >
      <DefinitionList
        items={{
          From: draft.toolName || draft.tool,
          Family: draft.family || 'any',
          Customer: draft.username,
          Instance: draft.instanceUrl || 'not given',
          'API token': draft.token === '' ? 'not given' : 'given, passed on once',
        }}
      />
      <ExistingImports existing={existing} toolName={draft.toolName || draft.tool} />
      {draft.replaces !== '' && (
        <Notice tone="turn" title="You are starting again.">
          The attempt whose answer was lost is put aside and linked. If it was carried out after all, the customer has
          two imports: the new one is the one to follow.
        </Notice>
      )}
      {offersFull && (
        <>
          <div>
            <Checkbox
              label="Start the full migration at once, paid by your company"
              hint="Skips the sample."
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
              <Notice
                tone="turn"
                title={
                  sandbox
                    ? 'In the sandbox nobody pays.'
                    : `Your company will pay for the full migration of ${draft.username}.`
                }
              >
                {sandbox
                  ? 'Live, your company would pay for the full migration, without a sample to look at first.'
                  : 'There is no sample to look at first. Once sent, this cannot be taken back from here.'}
              </Notice>
              <TextAreaField
                label="Reason"
                hint="For your colleagues and the audit."
                error={errorsOf('reason')}
                maxLength={4000}
                value={draft.reason}
                onChange={(event) => onChange({ reason: event.target.value })}
              />
            </>
          )}
        </>
      )}
      {sandbox && (
        <Notice tone="info" title="Sandbox.">
          The service checks what was entered. Nothing will be created.
        </Notice>
      )}
      <div>
        <Button type="submit" variant="primary" busy={busy || existing.checking}>
          {existing.checking
            ? 'Looking for an existing import'
            : full
              ? 'Create and start the full migration'
              : second
                ? 'Create a second import'
                : 'Create import'}
        </Button>
      </div>
    </form>
  );
}
