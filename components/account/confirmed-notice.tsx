'use client';

import { useEffect } from 'react';
import { confirmedChannel } from '@/lib/contract/confirmed-channel';

/** Notifies the page that asked, then closes this window. */
export function ConfirmedNotice({ staffId }: { staffId: string }) {
  useEffect(() => {
    const channel = new BroadcastChannel(confirmedChannel);
    channel.postMessage(staffId);
    channel.close();
    window.close();
  }, [staffId]);
  return null;
}
