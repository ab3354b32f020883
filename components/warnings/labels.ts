import type { Severity } from '@/lib/contract/rule-texts';

export const severityLabels: Record<Severity, { label: string; hint: string }> = {
  info: { label: 'Info', hint: 'Good to know. Nothing has to be done.' },
  check: { label: 'Check', hint: 'Someone should check a few of these items.' },
  action: { label: 'Action needed', hint: 'Data is missing until someone acts.' },
};

export const warningLabels = {
  title: 'Explanations',
  remark: 'The first match is shown',
  add: 'Add explanation',
  fix: 'What to do:',
  moveUp: (name: string) => `Move up: ${name}`,
  moveDown: (name: string) => `Move down: ${name}`,
  movedTo: (name: string, to: number, of: number) => `${name} is now ${to} of ${of}`,
  editShort: 'Edit',
  edit: (name: string) => `Edit: ${name}`,
  more: (name: string) => `More actions: ${name}`,
  delete: 'Delete',
  reset: 'Reset to default',
  custom: 'Custom',
  changed: 'Changed',
  shipped: 'Default',
  matches: (count: number) => (count === 0 ? 'No warnings' : count === 1 ? '1 warning' : `${format(count)} warnings`),
  none: 'No explanations. Staff and customers see the original wording.',
  notUsed: 'Defaults that are not used',
  addBack: 'Add back',
  unmatched: 'Without explanation',
  countedIn: (imports: number) =>
    imports === 1
      ? 'Counted in the import with warnings that changed last.'
      : `Counted in the ${format(imports)} imports with warnings that changed last.`,
  allExplained: 'Every warning seen so far has an explanation.',
  noneSeen: 'No warnings seen yet.',
  loading: 'Loading the warnings',
  saved: 'Saved. Staff and customers see it from now on.',
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteConsequence: (matches: number) =>
    matches === 0
      ? 'No warning seen so far needs it.'
      : `${warningCount(matches)} seen so far will use the next explanation that matches, or none.`,
  resetTitle: (name: string) => `Reset “${name}”?`,
  resetConsequence: 'Your texts, words and severity are replaced by the default.',
  dialogTitle: { add: 'Add explanation', edit: 'Edit explanation' },
  save: 'Save explanation',
  name: 'Name',
  nameHint: 'For this list. Not shown to customers.',
  severity: 'Severity',
  kinds: 'Kinds',
  kindsHint: 'One per line. Case, spaces and underscores do not matter.',
  texts: 'Words in the text',
  textsHint: 'One or more lines. A warning matches if its text contains all words of a line.',
  forStaff: 'For staff',
  forCustomers: 'For customers',
  explanation: 'What it means',
  suggestedFix: 'What to do',
  language: 'Language',
  customerHint:
    'Plain text. If a language is empty, customers see the English text; without that, the original wording.',
  previewTitle: 'Warnings seen so far',
  previewCount: (matched: number, all: number) => `Matches ${format(matched)} of ${format(all)}`,
  previewEarlier: (count: number, names: string) =>
    `${warningCount(count)} of these use an earlier explanation: ${names}`,
  previewNone: 'Nothing matches yet. Enter a kind, or words of the text.',
  previewMore: (count: number) => `and ${format(count)} more kinds`,
  previewStaff: 'Staff see',
  previewCustomer: 'Customers see',
  original: 'The original wording',
  preview: 'Warnings',
  allKinds: (count: number) => `All ${format(count)} kinds`,
} as const;

function warningCount(count: number): string {
  return count === 1 ? '1 warning' : `${format(count)} warnings`;
}

function format(count: number): string {
  return new Intl.NumberFormat('en').format(count);
}
