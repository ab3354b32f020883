'use client';

import { completeUrl, isWebUrl } from '@/lib/contract/complete-url';
import { languageOptions } from '@/lib/contract/languages';
import {
  invalidMailAddress,
  isMailAddress,
  maxMailAddressLength,
  normaliseMailAddress,
} from '@/lib/contract/mail-address';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { SelectField } from '../ui/select';
import { useFormErrors } from '../ui/use-form-errors';
import type { StepProps } from './draft';
import { destinationStepLabels as labels, fieldLabels, wizardLabels } from './labels';
import { useStepFocus } from './use-step-focus';

export function DestinationStep({
  draft,
  asksForContact,
  errorsOf,
  onChange,
  onNext,
}: StepProps & { asksForContact: boolean; onNext: () => void }) {
  const username = draft.username.trim();
  const showsContact = asksForContact && username !== '' && !isMailAddress(username);
  const contactEmail = normaliseMailAddress(draft.contactEmail);
  const instanceUrl = completeUrl(draft.instanceUrl);
  const completeInstanceUrl = () => {
    if (instanceUrl !== draft.instanceUrl) onChange({ instanceUrl });
  };
  const { errors, formProps } = useFormErrors({
    check: () => ({
      username: username === '' ? labels.enterUsername : undefined,
      contactEmail:
        showsContact && contactEmail !== '' && !isMailAddress(contactEmail) ? invalidMailAddress : undefined,
      instanceUrl: instanceUrl === '' || isWebUrl(instanceUrl) ? undefined : labels.enterUrl,
    }),
    onValid: () => {
      completeInstanceUrl();
      onNext();
    },
  });
  useStepFocus(formProps.ref);
  return (
    <form {...formProps} className="grid gap-4">
      <TextField
        label={fieldLabels.username}
        hint={labels.usernameHint}
        required
        error={errors.username ?? errorsOf('destination_username')}
        name="destination_username"
        autoComplete="off"
        maxLength={1000}
        value={draft.username}
        onChange={(event) => onChange({ username: event.target.value })}
        data-autofocus
      />
      {showsContact && (
        <TextField
          label={fieldLabels.contactEmail}
          optional
          hint={labels.contactEmailHint}
          error={errors.contactEmail ?? errorsOf('contact_email')}
          type="email"
          name="contact_email"
          autoComplete="off"
          maxLength={maxMailAddressLength}
          value={draft.contactEmail}
          onChange={(event) => onChange({ contactEmail: event.target.value })}
        />
      )}
      {asksForContact && (
        <SelectField
          label={fieldLabels.language}
          hint={labels.languageHint}
          value={draft.language}
          options={languageOptions}
          onChange={(language) => onChange({ language })}
        />
      )}
      <TextField
        label={fieldLabels.instanceUrl}
        optional
        error={errors.instanceUrl ?? errorsOf('destination_instance_url')}
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
