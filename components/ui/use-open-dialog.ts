import { useState } from 'react';

export function useOpenDialog<Open extends { dialog: string }>() {
  const [open, setOpen] = useState<Open | null>(null);
  // Closes only this dialog: its close event can arrive after the next dialog has opened.
  const close = (dialog: Open['dialog']) => setOpen((now) => (now?.dialog === dialog ? null : now));
  return { open, setOpen, close };
}
