'use client';

import { useEffect } from 'react';
import { useGoLive, useLiveAppReady } from '@/lib/query/use-connection';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Notice } from '../ui/notice';
import { goLiveLabels as labels } from './connection-labels';

export function GoLiveDialog({ version, onClose }: { version: number; onClose: () => void }) {
  const goLive = useGoLive();
  const restarting = goLive.data?.restarting === true;
  const ready = useLiveAppReady(restarting);
  useEffect(() => {
    // A full load, and no way back: this page belongs to the demo.
    if (ready) window.location.replace('/');
  }, [ready]);
  return (
    <ConfirmDialog
      title={labels.title}
      consequence={labels.consequence}
      button={labels.button}
      busy={goLive.isPending || restarting}
      error={goLive.error}
      onClose={onClose}
      onConfirm={() => goLive.mutate(version)}
    >
      {goLive.data !== undefined && (
        <Notice live className="mt-3">
          {restarting ? labels.restarting : labels.manual}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
