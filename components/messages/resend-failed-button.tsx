'use client';

import { useState } from 'react';
import type { ResendFailedBody } from '@/lib/contract/message-log';
import { Button } from '../ui/button';
import { lazyComponent } from '../ui/lazy-component';
import { resendFailedLabels } from './labels';

const ResendFailedDialog = lazyComponent(() =>
  import('./resend-failed-dialog').then((module) => module.ResendFailedDialog),
);

export function ResendFailedButton({ filter }: { filter: ResendFailedBody }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="send" size="sm" onClick={() => setOpen(true)}>
        {resendFailedLabels.button}
      </Button>
      {open && <ResendFailedDialog filter={filter} onClose={() => setOpen(false)} />}
    </>
  );
}
