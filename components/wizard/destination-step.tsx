'use client';

import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import type { Draft } from './draft';

export function DestinationStep({
  draft,
  errorsOf,
  onChange,
  onNext,
}: {
  draft: Draft;
  errorsOf: (field: string) => readonly string[];
  onChange: (part: Partial<Draft>) => void;
  onNext: () => void;
}) {
  return (
    <form
      className="grid max-w-[560px] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onNext();
      }}
    >
      <Field
        label="Destination username"
        hint="What the customer signs in with, often an e-mail address. It is also how the import is found again."
        required
        error={errorsOf('destination_username')}
      >
        {(control) => (
          <Input
            {...control}
            name="destination_username"
            autoComplete="off"
            maxLength={1000}
            value={draft.username}
            onChange={(event) => onChange({ username: event.target.value })}
          />
        )}
      </Field>
      <Field label="Instance address" optional error={errorsOf('destination_instance_url')}>
        {(control) => (
          <Input
            {...control}
            type="url"
            name="destination_instance_url"
            placeholder="https://desk.example/customer"
            autoComplete="off"
            maxLength={2000}
            value={draft.instanceUrl}
            onChange={(event) => onChange({ instanceUrl: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Destination API token"
        optional
        hint="Passed on to the service and kept nowhere. Leave it empty, and the customer signs in there."
        error={errorsOf('destination_token')}
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            maxLength={4000}
            value={draft.token}
            onChange={(event) => onChange({ token: event.target.value })}
          />
        )}
      </Field>
      <div>
        <Button type="submit" variant="primary" disabled={draft.username.trim() === ''}>
          Continue
        </Button>
      </div>
    </form>
  );
}
