'use client';

import { useState } from 'react';
import type { Message } from '@/lib/contract/message-log';
import { Button } from '../ui/button';
import { lazyComponent } from '../ui/lazy-component';
import { resendLabels } from './labels';

const ResendDialog = lazyComponent(() => import('./resend-dialog').then((module) => module.ResendDialog));

export function ResendButton({ message, statusChangedAt }: { message: Message; statusChangedAt: string | null }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="send" size="sm" onClick={() => setOpen(true)}>
        {resendLabels.button}
      </Button>
      {open && <ResendDialog message={message} statusChangedAt={statusChangedAt} onClose={() => setOpen(false)} />}
    </>
  );
}
