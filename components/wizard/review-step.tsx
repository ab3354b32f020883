'use client';

import type { Environment } from '@/lib/contract/environment';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { DefinitionList } from '../ui/definition-list';
import { Field } from '../ui/field';
import { Notice } from '../ui/notice';
import { Textarea } from '../ui/textarea';
import type { Draft } from './draft';

export function ReviewStep({
  draft,
  environment,
  mayStartFull,
  busy,
  onChange,
  onSend,
}: {
  draft: Draft;
  environment: Environment;
  mayStartFull: boolean;
  busy: boolean;
  onChange: (part: Partial<Draft>) => void;
  onSend: () => void;
}) {
  return (
    <form
      className="grid max-w-[560px] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <DefinitionList
        items={[
          { term: 'From', value: draft.toolName || draft.tool },
          { term: 'Family', value: draft.family || 'any' },
          { term: 'Customer', value: draft.username },
          { term: 'Instance', value: draft.instanceUrl || 'not given' },
          { term: 'API token', value: draft.token === '' ? 'not given' : 'given, passed on once' },
        ]}
      />
      {mayStartFull && (
        <>
          <Checkbox
            label="Start the full migration at once, paid by your company"
            hint="Skips the sample."
            checked={draft.startFull}
            onChange={(event) => onChange({ startFull: event.target.checked })}
          />
          {draft.startFull && (
            <>
              <Notice tone="turn" title={`Your company will pay for the full migration of ${draft.username}`}>
                There is no sample to look at first. Once sent, this cannot be taken back from here.
              </Notice>
              <Field label="Reason" hint="For your colleagues and the audit.">
                {(control) => (
                  <Textarea
                    {...control}
                    maxLength={4000}
                    value={draft.reason}
                    onChange={(event) => onChange({ reason: event.target.value })}
                  />
                )}
              </Field>
            </>
          )}
        </>
      )}
      {environment === 'sandbox' && (
        <Notice tone="info" title="Sandbox">
          The service checks what was entered. Nothing will be created.
        </Notice>
      )}
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {draft.startFull ? 'Create and start the full migration' : 'Create import'}
        </Button>
      </div>
    </form>
  );
}
