import type { CreateImportResponse } from '@/lib/contract/imports';

export const wizardLabels = {
  title: 'New import',
  steps: 'Steps',
  stepTitles: { tool: 'Source tool', destination: 'Destination', review: 'Review' },
  stepButton: (number: number, title: string) => `${number}. ${title}`,
  back: 'Back',
  continue: 'Continue',
  request: (id: string) => `Request ${id}`,
  nothingCreated: 'Nothing was created',
  unreadable: {
    title: 'The response could not be read',
    detail: 'Reload the page and check whether the import exists.',
  },
};

export const fieldLabels = {
  tool: 'Source tool',
  family: 'Family',
  username: 'Destination username',
  instanceUrl: 'Instance address',
  contactEmail: 'E-mail address for updates',
  language: 'Language of e-mails',
  token: 'Destination API token',
  startFull: 'Full migration at once',
  reason: 'Reason',
};

export const toolStepLabels = {
  search: 'Search tools',
  anyFamily: 'Any',
  chooseTool: 'Choose a tool from the list.',
  stale: { title: 'The service cannot be reached right now.', detail: 'This is its last list of tools.' },
  loading: 'Loading tools',
  failed: 'The tools could not be loaded',
  tryAgain: 'Try again',
  noMatch: (query: string) => (query === '' ? 'The service lists no tools.' : `No tool matches “${query}”.`),
  recent: 'used recently',
  chosen: (tool: string) => `from ${tool}`,
};

export const destinationStepLabels = {
  usernameHint: 'The name or e-mail address that the customer signs in with. You find the import by it later.',
  enterUsername: 'Enter the customer’s username.',
  contactEmailHint: 'We ask the customer to confirm it before we send updates to it.',
  languageHint: 'Customers can choose another one on their page.',
  instanceUrlExample: 'https://desk.example/customer',
  enterUrl: 'Enter a web address, such as https://desk.example/acme.',
  tokenHint: 'Sent to the service once and not stored. Without it, the customer signs in there.',
};

export const reviewStepLabels = {
  title: 'Check and create',
  startFull: 'Start the full migration at once, paid by your company',
  startFullHint: 'Skips the sample.',
  pays: (username: string) => `Your company will pay for the full migration of ${username}.`,
  paysDetail: 'There is no sample to check first. Once sent, this cannot be undone here.',
  sandboxPays: 'In the sandbox, no one pays.',
  sandboxPaysDetail: 'In live, your company would pay for the full migration without a sample to check first.',
  reasonHint: 'For your colleagues and the audit log.',
  startingAgain: 'You are starting again.',
  startingAgainDetail:
    'The unconfirmed attempt is closed and linked to the new one. If it did create an import, the customer has two: continue with the new one.',
  sandbox: 'Sandbox.',
  sandboxDetail: 'The service checks what you entered. Nothing will be created.',
  sendToSandbox: 'Send to the sandbox',
  checking: 'Checking for existing imports',
  endings: {
    first: { continue: 'Create and continue', share: 'Create and share link' },
    another: { continue: 'Create another and continue', share: 'Create another and share link' },
    full: { continue: 'Start full migration and continue', share: 'Start full migration and share link' },
  },
  endingsHint:
    'Continue if the customer is with you: the migration opens in this tab. Share the link if they go on alone.',
};

export const existingImportsLabels = {
  notChecked: 'Existing imports not checked.',
  notCheckedDetail:
    'The service could not be reached or reported an error, so this customer may already have an import.',
  withTool: (tool: string) => `This customer already has an import from ${tool}`,
  unknownTool: 'This customer already has imports from an unknown tool',
  import: (id: string) => `Import ${id}`,
  status: (status: string | undefined, toolIsKnown: boolean) =>
    `: ${status ?? 'no status yet'}${toolIsKnown ? '' : ', unknown tool'}`,
  all: 'All imports of this customer',
  advice: 'Create another one only if the customer needs it.',
};

export const summaryLabels = {
  title: 'Summary',
  tool: 'Source tool',
  family: 'Family',
  customer: 'Customer',
  instanceUrl: 'Instance',
  contactEmail: 'Updates to',
  language: 'Language of e-mails',
  token: 'API token',
  open: 'Not entered yet',
  toolOpen: 'Not chosen yet',
  none: 'None',
  tokenGiven: 'Entered, sent once',
  next: 'What happens next',
  nextSteps: (full: boolean) => [
    'The customer opens the migration link and signs in to both tools.',
    ...(full
      ? ['The service migrates all data.']
      : [
          'The service migrates a sample for the customer to check.',
          'The full migration follows once it is paid for.',
        ]),
  ],
};

export const otherDraftLabels = {
  title: (username: string) => `You have an unfinished import for ${username}.`,
  detail: (username: string) => `Finish it first, or discard it and start one for ${username}.`,
  finish: 'Finish it',
  discard: 'Discard and start new',
};

export const creationResultLabels = {
  titles: {
    created: 'The import was created.',
    sandbox: 'The sandbox accepted it; nothing was created.',
    unknown: 'We do not know whether it was created.',
    not_created: 'Nothing was created.',
    proposed: 'Proposed',
  } satisfies Record<CreateImportResponse['outcome'], string>,
  found: 'The import was found.',
  opening: 'Opening the migration. If nothing happens, use the button.',
  unknownDetail:
    'We check the customer’s imports every minute and show the result here. You can leave this page: the attempt stays listed below until it is settled.',
  customer: 'Customer',
  unknownCustomer: 'Unknown customer',
  import: 'Import',
  id: 'ID',
  tool: 'Source tool',
  whatToSend: 'What to send',
  whatToSendDetail:
    'The customer signs in to both tools at this link. Anyone with the link can do this, so send it only to the customer.',
  linkTitle: 'Migration',
  goToMigration: 'Go to the migration',
  openImport: 'Open the import',
  startAgain: 'Start again',
  newImport: 'New import',
};

export const lostAttemptsLabels = {
  title: 'Unconfirmed requests',
  detail:
    'The service did not confirm these requests. We check every minute: a single new import is matched, no new import in two checks means that nothing was created, anything else needs your decision.',
  unknownCustomer: 'Unknown customer',
  from: (tool: string) => ` from ${tool}`,
  sentBy: (name: string) => `Sent by ${name}, `,
  commitsToPay: 'It commits your company to paying, so an approver has to settle it under ',
  decisions: 'Sponsorship',
  approverSettles: 'It commits your company to paying, so an approver has to settle it on this page.',
  isImport: (id: string) => `It is import ${id}`,
  openImport: 'Open import',
  startAgain: 'Start again',
  notCreated: 'Nothing was created',
  confirmTitle: 'Record that nothing was created?',
  confirm: 'Stop checking',
  confirmDetail: 'We stop checking. If the import exists after all, it appears as an import that was not created here.',
};

export const leaveGuardLabels = {
  title: 'Leave without creating the import?',
  detail: 'Nothing has been sent yet. What you entered will be deleted.',
};

export const startLinkLabels = {
  open: 'Create start link',
  title: 'Start link',
  detail:
    'With this link, the customer opens our start page, chooses the tool they come from and starts the migration.',
  username: 'Customer’s username',
  enterUsername: 'Enter the customer’s username.',
  instanceUrl: 'Customer’s instance address',
  language: 'Language',
  browserLanguage: 'As in the customer’s browser',
  create: 'Create link',
  done: 'Done',
  ready: 'The link is ready.',
  worksUntil: 'It works until ',
};
