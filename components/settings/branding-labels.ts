import type { PreviewPage } from '@/lib/contract/brand-rules';
import type { Theme } from '@/lib/contract/brand-palette';

export const brandingLabels = {
  title: 'Branding',
  remark: 'On the pages and e-mails that customers see',
  partnerName: 'Name of your company',
  colours: 'Colours',
  colour: 'Colour',
  chooseColour: 'Choose the colour',
  darkColour: 'Colour for the dark theme',
  chooseDarkColour: 'Choose the colour for the dark theme',
  ownDarkColour: 'Own colour for the dark theme',
  derivedDarkColour: (colour: string) => `Without one, the dark theme uses ${colour}.`,
  links: 'Links',
  linksRemark: 'At the bottom of each page',
  help: 'Help and support',
  helpHint: 'Where customers get help: a web page or an e-mail address.',
  helpPlaceholder: 'https://help.company.example',
  privacy: 'Privacy',
  privacyHint: 'Your privacy notice.',
  privacyPlaceholder: 'https://company.example/privacy',
  terms: 'Terms',
  termsHint: 'Your terms of service.',
  termsPlaceholder: 'https://company.example/terms',
  save: 'Save branding',
  saved: 'Branding saved',
  savedDetail: 'Customers see it from now on.',
  unchanged: 'No changes',
  unsaved: 'Not saved yet. Customers see no changes before you save.',
  leaveTitle: 'Leave without saving?',
  leaveDetail: 'Your changes to the branding will be lost.',
};

export const imageLabels = {
  optional: 'optional',
  choose: 'Choose an image',
  chooseAnother: 'Choose another',
  remove: 'Remove',
  uploading: 'Checking the image',
  tooLarge: (maxKb: number, kB: number) => `Must be at most ${maxKb} kB; this one has ${kB} kB`,
  unreadable: 'The image could not be read. Choose another one.',
  pixels: (width: number, height: number) => `${width} × ${height} px`,
  logo: {
    label: 'Logo',
    file: 'Logo file',
    alt: 'Your logo',
    hint: 'PNG, JPEG or WebP, at most 100 kB and 2000 × 2000 px, shown 32 px high. Without one, customers see the first letter of the name.',
  },
  darkLogo: {
    label: 'Logo for the dark theme',
    file: 'File of the logo for the dark theme',
    alt: 'Your logo for the dark theme',
    hint: 'For a logo that is hard to see on a dark background.',
  },
  favicon: {
    label: 'Favicon',
    file: 'Favicon file',
    alt: 'Your favicon',
    hint: 'A square PNG of 16 to 512 px, at most 50 kB. Without one, browsers show a square logo, or the first letter of the name.',
  },
};

export const contrastLabels = {
  list: (theme: Theme) => (theme === 'light' ? 'Contrast in the light theme' : 'Contrast in the dark theme'),
  theme: { light: 'Light theme', dark: 'Dark theme' },
  example: 'Aa',
  good: 'Good. ',
  note: 'Note: ',
  text: { '#ffffff': 'White', '#11151a': 'Dark', '#000000': 'Black' },
  button: (text: string, ratio: string) => `${text} text on buttons: ${ratio}`,
  links: (ratio: string) => `Links and borders: ${ratio}`,
  linksMoved: (theme: Theme, ratio: string, ink: string, inkRatio: string) =>
    `Too ${theme === 'light' ? 'light' : 'dark'} for links (${ratio}), so links and borders use ${ink} (${inkRatio})`,
  shape: (ratio: string) => `Buttons on the background: ${ratio}`,
  shapeLow: (ratio: string) => `Buttons on the background: ${ratio}, hard to see; their text stays readable`,
};

type PreviewChoice = PreviewPage | 'e-mail';

export const previewLabels = {
  title: 'Preview',
  remark: 'The real pages with made-up data. Only you see it.',
  page: 'Page',
  pages: {
    start: 'Start page',
    'needs-link': 'Start page without a link',
    leaving: 'Before leaving for the migration service',
    connect: 'My migration: connect both tools',
    sample: 'My migration: sample ready',
    accepted: 'My migration: accepted',
    completed: 'My migration: completed',
    'full-migration': 'Full migration',
    confirm: 'Confirm an e-mail address',
    unsubscribe: 'Unsubscribe from e-mails',
    message: 'Message: link does not work',
    'e-mail': 'E-mail: sample ready',
  } satisfies Record<PreviewChoice, string>,
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark' },
  width: 'Width',
  widths: { desktop: 'Desktop', phone: 'Phone' },
  language: 'Language',
  frame: (page: PreviewChoice) => `Preview, ${previewLabels.pages[page]}`,
  invalid: 'Correct the entries to update the preview.',
  mailTheme: 'E-mails are light; some mail programs darken them.',
  loading: 'Loading the preview',
};
