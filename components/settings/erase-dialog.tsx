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
import { eraseLabels as labels } from './labels';

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
      title={labels.title}
      onClose={onClose}
      busy={erase.isPending}
      action={
        <Button variant="primary" busy={erase.isPending} disabled={!ready} onClick={submit}>
          {labels.erase}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-13 text-ink-2">{labels.consequence}</p>
        {found.running && (
          <Checkbox
            label={labels.stopFollowing}
            hint={labels.stopFollowingHint}
            checked={stopFollowing}
            onChange={(event) => setStopFollowing(event.target.checked)}
          />
        )}
        <TextField
          label={labels.confirmation}
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
