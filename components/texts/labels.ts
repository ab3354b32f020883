export const textLabels = {
  title: 'Texts',
  intro: 'What customers read on their pages and in the common parts of e-mails.',
  elsewhere: 'Edited on their own pages:',
  elsewhereLinks: { '/settings/customer-emails': 'Customer e-mails', '/settings/warnings': 'Explanations of warnings' },
  language: 'Language',
  search: 'Search texts',
  searchHint: 'Words or key',
  onlyChanged: 'Only changed texts',
  count: (count: number) => (count === 1 ? '1 text' : `${count} texts`),
  none: 'No text matches.',
  noneChanged: 'No text is changed in this language.',
  changed: 'Changed',
  defaultChanged: 'Default has changed',
  unused: 'Not used',
  edit: 'Edit',
  editKey: (key: string) => `Edit: ${key}`,
  dialogTitle: 'Edit text',
  own: 'Your text',
  ownHint: (max: number) => `At most ${max} characters.`,
  shipped: 'Default',
  shippedBefore: 'Default when you changed it',
  shippedBeforeNote: 'The default has changed since. Your text stays until you change or reset it.',
  unusedNote: 'Your text does not fit the current default, so customers see the default.',
  removed: 'This text does not exist any more. Reset it to remove it.',
  placeholders: 'Placeholders',
  tags: 'Tags',
  noPlaceholders: 'None',
  preview: 'Preview',
  previewRemark: 'With example values',
  previewCount: (count: string) => `With ${count}`,
  save: 'Save text',
  reset: 'Reset to default',
  saved: 'Text saved',
  savedDetail: 'Customers see it from now on.',
  wasReset: 'Reset to default',
};

/** By the first part of the key, in the order of the list. Keys without a group are under “Other texts”. */
export const groupLabels: readonly { title: string; prefixes: readonly string[] }[] = [
  {
    title: 'On every page',
    prefixes: ['chooseLanguage', 'documentTitle', 'help', 'privacy', 'terms', 'contactSupport'],
  },
  { title: 'Start page', prefixes: ['start', 'toolRequest', 'sendLink', 'needsLink'] },
  { title: 'On the way to the service', prefixes: ['redirecting', 'leaving'] },
  { title: 'My migration', prefixes: ['migration', 'myMigration'] },
  { title: 'Warnings', prefixes: ['warnings'] },
  { title: 'Full migration page', prefixes: ['full'] },
  { title: 'Messages that staff send', prefixes: ['send'] },
  { title: 'E-mails', prefixes: ['mail', 'confirmMail', 'linkMail'] },
  { title: 'Confirm and unsubscribe', prefixes: ['confirm', 'unsubscribe'] },
  { title: 'Links that do not work', prefixes: ['broken', 'expired', 'used', 'off'] },
  { title: 'Problems', prefixes: ['invalidInput', 'unknownOutcome', 'unexpectedError', 'serviceUnavailable'] },
];
export const otherGroup = 'Other texts';

export const placeholderLabels: Readonly<Record<string, string>> = {
  partner: 'Your company’s name',
  tool: 'The source tool',
  username: 'The customer’s username',
  email: 'The customer’s e-mail address',
  instance: 'The customer’s instance address',
  host: 'The website of the migration service',
  link: 'The customer’s link',
  date: 'A date',
  time: 'A time',
  count: 'A number',
  query: 'What the customer searched for',
  id: 'The number of the request',
  current: 'The current step',
  total: 'The number of all',
  matched: 'The number of those found',
  days: 'A number of days',
};
export const otherPlaceholder = 'Filled in by Landfall';

export const tagLabels: Readonly<Record<string, string>> = {
  b: 'Bold text',
  help: 'Link to your help page',
  page: 'Link to a page',
  tag: 'Around a time',
};
export const otherTag = 'Part of the page’s layout';
