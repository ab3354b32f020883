'use client';

import { useState } from 'react';
import { completeUrl, isWebUrl } from '@/lib/contract/complete-url';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import type { StepProps } from './draft';
import { destinationStepLabels as labels, fieldLabels, wizardLabels } from './labels';
import { useStepFocus } from './use-step-focus';

export function DestinationStep({ draft, errorsOf, onChange, onNext }: StepProps & { onNext: () => void }) {
  /** How often the form was sent with errors; they are shown from then on. */
  const [failures, setFailures] = useState(0);
  const form = useStepFocus<HTMLFormElement>(failures || undefined);
  const instanceUrl = completeUrl(draft.instanceUrl);
  const usernameErrors = draft.username.trim() === '' ? [labels.enterUsername] : [];
  const urlErrors = instanceUrl === '' || isWebUrl(instanceUrl) ? [] : [labels.enterUrl];
  const shown = (own: readonly string[], field: string) => [...(failures > 0 ? own : []), ...errorsOf(field)];
  const completeInstanceUrl = () => {
    if (instanceUrl !== draft.instanceUrl) onChange({ instanceUrl });
  };
  return (
    <form
      ref={form}
      noValidate
      className="grid max-w-[640px] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        completeInstanceUrl();
        if (usernameErrors.length + urlErrors.length > 0) setFailures(failures + 1);
        else onNext();
      }}
    >
      <TextField
        label={fieldLabels.username}
        hint={labels.usernameHint}
        required
        error={shown(usernameErrors, 'destination_username')}
        name="destination_username"
        autoComplete="off"
        maxLength={1000}
        value={draft.username}
        onChange={(event) => onChange({ username: event.target.value })}
        data-autofocus
      />
      <TextField
        label={fieldLabels.instanceUrl}
        optional
        error={shown(urlErrors, 'destination_instance_url')}
        type="url"
        name="destination_instance_url"
        placeholder={labels.instanceUrlExample}
        autoComplete="off"
        maxLength={2000}
        value={draft.instanceUrl}
        onChange={(event) => onChange({ instanceUrl: event.target.value })}
        onBlur={completeInstanceUrl}
      />
      <TextField
        label={fieldLabels.token}
        optional
        hint={labels.tokenHint}
        error={errorsOf('destination_token')}
        type="password"
        autoComplete="new-password"
        maxLength={4000}
        value={draft.token}
        onChange={(event) => onChange({ token: event.target.value })}
      />
      <div>
        <Button type="submit" variant="primary">
          {wizardLabels.continue}
        </Button>
      </div>
    </form>
  );
}
