'use client';

import { useState } from 'react';
import type { MessagesToSend } from '../share/link-to-send';
import { Button } from '../ui/button';
import { lazyComponent } from '../ui/lazy-component';
import { startLinkLabels as labels } from './labels';

const StartLinkDialog = lazyComponent(() => import('./start-link-dialog').then((module) => module.StartLinkDialog));

export function StartLinkButton(props: { username: string; messages: MessagesToSend }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="link" onClick={() => setOpen(true)}>
        {labels.open}
      </Button>
      {open && <StartLinkDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
