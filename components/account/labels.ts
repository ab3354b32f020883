export const accountLabels = {
  title: 'My account',
  companyAccount: 'You sign in with your company account.',
  companyAccountHint: 'Password and passkeys are managed there.',
  version: (version: string) => `Landfall ${version}`,
};

export const passwordLabels = {
  title: 'Password',
  explanation: 'Changing it ends your sessions on other devices.',
  unknown: 'Last change unknown',
  changed: 'Last changed',
  change: 'Change password',
  done: 'Password changed',
  current: 'Current password',
  currentMissing: 'Enter your current password.',
  new: 'New password',
  newMissing: 'Enter a new password.',
  newHint: (minLength: number) =>
    `At least ${minLength} characters. Several words in a row are easy to remember and hard to guess.`,
  consequence: 'Your other sessions end.',
};

export const passkeyLabels = {
  title: 'Passkeys',
  explanation: 'Sign in with your fingerprint, face, device PIN or a security key instead of your password.',
  explanationRequired:
    'Sign in with your fingerprint, face, device PIN or a security key. Your role requires a passkey.',
  none: 'None yet',
  synced: 'synced',
  oneDevice: 'on one device',
  added: 'Added',
  lastUsed: 'last used',
  unused: 'not used yet',
  rename: 'Rename',
  remove: 'Remove',
  add: 'Add passkey',
  addTitle: 'Add a passkey',
  addIntro: 'Choose a name for this device. Your browser then asks you to confirm.',
  continue: 'Continue',
  addDone: 'Passkey added',
  renameTitle: 'Rename passkey',
  renameIntro: 'The name is only shown here.',
  name: 'Name',
  nameMissing: 'Enter a name.',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeConsequence:
    'You can no longer sign in with this passkey. Your device may keep offering it, so delete it there too.',
  removeDone: 'Passkey removed',
  removeFailed: 'The passkey was not removed',
};

/** The page of a session that still lacks the passkey that its role needs. */
export const passkeyStepLabels = {
  title: 'Passkey',
  addTitle: 'Add a passkey',
  addIntro:
    'Your role requires a passkey: your fingerprint, face, device PIN or a security key. A stolen password alone is then not enough to sign in.',
  useTitle: 'Use your passkey',
  useIntro: 'Your role requires a passkey in addition to the password.',
  signedInAs: (email: string) => `Signed in as ${email}`,
  signOut: 'Sign out',
  name: 'Name of this device',
  add: 'Add passkey',
  use: 'Use your passkey',
  useInstead: 'Use your passkey instead',
  code: 'Recovery code',
  codeMissing: 'Enter a recovery code.',
  codeInstead: 'Use a recovery code instead',
  continue: 'Continue',
};

export const recoveryLabels = {
  title: 'Recovery codes',
  explanation: 'If a passkey is required and you lose yours, each code signs you in once.',
  noneLeft: 'No codes left.',
  fewLeft: (count: number) => `Only ${count} left.`,
  createSoon: 'Create new codes before you need one.',
  unused: (count: number) => `${count} unused`,
  create: 'Create new codes',
  createTitle: 'Create new codes?',
  createConsequence: 'You get ten new codes. Your current codes stop working.',
  createFailed: 'No codes were created',
  saveTitle: 'Save your recovery codes',
  saveIntro:
    'If a passkey is required and you lose yours, each code signs you in once, after your password. Keep them in a safe place. They are not shown again.',
  copy: 'Copy codes',
  download: 'Download',
  done: 'Done',
};

export const sessionLabels = {
  title: 'Sessions',
  explanation: 'Browsers in which you are signed in. End those that you do not recognise, then change your password.',
  endOthers: 'End all other sessions',
  endOthersTitle: 'End all other sessions?',
  endOthersConsequence: 'You stay signed in here. Everywhere else you have to sign in again.',
  endOthersButton: 'End sessions',
  endOthersDone: 'All other sessions ended',
  endOthersFailed: 'The sessions were not ended',
  current: 'this session',
  unknownAddress: 'Unknown address',
  started: 'started',
  lastUsed: 'last used',
  end: 'End',
  endOf: (device: string) => ` session of ${device}`,
  endDone: 'Session ended',
  endFailed: 'The session was not ended',
};

export const confirmLabels = {
  title: 'Confirm it is you',
  explanation:
    'You signed in more than 10 minutes ago. Your entries are kept, and the change is made once you confirm.',
  confirm: 'Confirm',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  passkey: 'Use a passkey',
  companyAccount: 'Continue with company account',
  doneTitle: 'Confirmed',
  doneText: 'Close this window to continue.',
};
