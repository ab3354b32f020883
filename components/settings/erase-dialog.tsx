'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { CustomerSummary } from '@/lib/contract/data-protection';
import type { useCustomerData } from '@/lib/query/use-data-protection';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { ProblemNotice } from '../ui/problem-notice';

export function EraseDialog({
  found,
  erase,
  onClose,
}: {
  found: CustomerSummary;
  erase: ReturnType<typeof useCustomerData>['erase'];
  onClose: () => void;
}) {
  const router = useRouter();
  const [confirmation, setConfirmation] = useState('');
  const [stopFollowing, setStopFollowing] = useState(false);
  const ready = confirmation.trim() === found.username && (stopFollowing || !found.running);
  const submit = () =>
    erase.mutate(
      { username: found.username, confirmation, stopFollowing },
      {
        onSuccess: () => {
          onClose();
          router.refresh();
        },
      },
    );
  return (
    <Dialog
      title="Erase this customer"
      onClose={onClose}
      busy={erase.isPending}
      action={
        <Button variant="primary" busy={erase.isPending} disabled={!ready} onClick={submit}>
          Erase customer
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-13 text-ink-2">
          Deletes every import of this customer with its timeline, notes, links, requests and messages, and removes
          their name from the audit. Payment decisions stay without the name. This cannot be undone.
        </p>
        {found.running && (
          <Checkbox
            label="Also stop following the migration that is running"
            hint="The service continues it. Landfall no longer shows or receives anything about it."
            checked={stopFollowing}
            onChange={(event) => setStopFollowing(event.target.checked)}
          />
        )}
        <TextField
          label="Type the username to confirm"
          hint={found.username}
          autoComplete="off"
          spellCheck={false}
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
          data-autofocus
        />
        {erase.error !== null && <ProblemNotice error={erase.error} />}
      </div>
    </Dialog>
  );
}
