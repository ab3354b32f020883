'use client';

import { useSyncExternalStore } from 'react';
import { finishConfirming, isConfirming, subscribeToConfirming } from '@/lib/query/reauthentication';
import { lazyComponent } from '../ui/lazy-component';

const ConfirmIdentityDialog = lazyComponent(() =>
  import('./confirm-identity-dialog').then((module) => module.ConfirmIdentityDialog),
);

/** Opens when a request needs a recent proof of identity; the request is then repeated. */
export function ConfirmIdentityHost({ staffId }: { staffId: string }) {
  const open = useSyncExternalStore(subscribeToConfirming, isConfirming, () => false);
  return open && <ConfirmIdentityDialog staffId={staffId} onDone={finishConfirming} />;
}
