'use client';

import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import type { StepProps } from './draft';

export function DestinationStep({ draft, errorsOf, onChange, onNext }: StepProps & { onNext: () => void }) {
  return (
    <form
      className="grid max-w-[560px] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onNext();
      }}
    >
      <TextField
        label="Destination username"
        hint="What the customer signs in with, often an e-mail address. It is also how the import is found again."
        required
        error={errorsOf('destination_username')}
        name="destination_username"
        autoComplete="off"
        maxLength={1000}
        value={draft.username}
        onChange={(event) => onChange({ username: event.target.value })}
      />
      <TextField
        label="Instance address"
        optional
        error={errorsOf('destination_instance_url')}
        type="url"
        name="destination_instance_url"
        placeholder="https://desk.example/customer"
        autoComplete="off"
        maxLength={2000}
        value={draft.instanceUrl}
        onChange={(event) => onChange({ instanceUrl: event.target.value })}
      />
      <TextField
        label="Destination API token"
        optional
        hint="Passed on to the service and kept nowhere. Leave it empty, and the customer signs in there."
        error={errorsOf('destination_token')}
        type="password"
        autoComplete="new-password"
        maxLength={4000}
        value={draft.token}
        onChange={(event) => onChange({ token: event.target.value })}
      />
      <div>
        <Button type="submit" variant="primary" disabled={draft.username.trim() === ''}>
          Continue
        </Button>
      </div>
    </form>
  );
}
