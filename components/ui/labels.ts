export const copyLabels = {
  copied: 'Copied',
  failed: 'Could not copy. Select the text instead.',
};

export const problemLabels = {
  failed: 'That did not work',
  sessionEnded: 'Your session has ended.',
  signInAgain: 'Sign in again',
  sessionEndedReload: 'Your session has ended. Reload this page to sign in again.',
  request: 'Request',
  copyRequest: 'Copy request ID',
  reference: 'Reference',
  copyReference: 'Copy the reference',
};

export const fieldLabels = { optional: 'optional' };

export const dialogLabels = { cancel: 'Cancel' };

export const tableLabels = { none: 'None' };

export const pagerLabels = { newest: 'Newest', older: 'Older' };

export const toasterLabels = { region: 'Status messages', dismiss: 'Dismiss' };

export const previewLabels = {
  region: 'Preview',
  close: 'Close preview',
  unknownCustomer: 'Unknown customer',
  unknown: 'Unknown',
  matched: (matched: string, total: string) => `${matched} of ${total} matched`,
};

export const leaveGuardLabels = { stay: 'Stay', leave: 'Leave' };
