import type { EmbedElement } from './embed-snippet';

export const embedLabels = {
  title: 'Embed',
  remark: 'Show the customer pages inside your product',
  element: 'Page',
  elements: { 'landfall-start': 'Start page', 'landfall-status': 'Status' } satisfies Record<EmbedElement, string>,
  link: 'Link for the preview',
  linkHint: 'A start link or a customer’s link. Without one, the preview shows the start page.',
  linkWrong: (origin: string) => `Must be a link to ${origin}`,
  colour: 'Colour',
  background: 'Background',
  ownColour: 'Own colour',
  chooseColour: (label: string) => `${label}: choose the colour`,
  radius: 'Corners',
  radii: { '': 'Default', '0px': 'Square', '4px': '4 px', '12px': '12 px', '20px': '20 px' },
  font: 'Font',
  fonts: { '': 'Default', 'system-ui, sans-serif': 'System font', 'Georgia, serif': 'Georgia' },
  theme: 'Theme',
  themes: { auto: 'Auto', light: 'Light', dark: 'Dark' },
  language: 'Language',
  anyLanguage: 'The customer’s language',
  snippet: 'Snippet',
  snippetRemark: 'For the page of your product',
  copy: 'Copy snippet',
  copyLine: (name: string) => `Copy ${name}`,
  startLink: 'START_LINK',
  fallback: { 'landfall-start': 'Start your migration', 'landfall-status': 'Show my migration' } satisfies Record<
    EmbedElement,
    string
  >,
  snippetNote:
    'Your server creates START_LINK for the customer with POST /api/start-links. Once the migration has started, the same link shows its progress. The content of the element is shown where the frame cannot be; write it in the language of your customers.',
  snippetNoteOpen:
    'Without a link, customers enter their own username. With the link of a customer, they do not have to.',
  preview: 'Preview',
  previewRemark: 'View only',
};

export const embedReferenceLabels = {
  sites: 'Allowed sites',
  sitesRemark: 'Set in the environment',
  sitesText: 'Only these sites can show the customer pages in a frame, and only they get events.',
  noSites: 'No site is allowed yet. On other sites, customers see the link instead of the page.',
  setting: 'Set this and restart Landfall. An asterisk (*) allows all subdomains.',
  settingExample: 'START_FRAME_ANCESTORS=https://app.company.example,https://*.company.example',
  policy: 'Content security policy of your page',
  policyRemark: 'If it has one',
  policyText: 'Add these sources:',
  properties: 'Style',
  propertiesRemark: 'CSS custom properties of the element',
  propertiesText: 'Text stays readable: a colour with too little contrast is made lighter or darker.',
  propertyRows: [
    ['--landfall-colour', 'Buttons, links and the chosen tool. Any CSS colour.'],
    ['--landfall-background', 'Background of the page. Without a theme, it also selects light or dark.'],
    ['--landfall-radius', 'Corners of buttons and fields, at most 24 px.'],
    ['--landfall-font', 'Names of fonts that the customer’s device has.'],
  ],
  events: 'Events',
  eventsRemark: 'On the element; they bubble',
  eventRows: [
    ['started', 'The customer has started a migration in the frame.'],
    ['status', 'A migration is opened, or its status changes. detail: { situation, whoActs, finished }'],
    ['requested', 'The customer has requested the full migration in the frame.'],
  ],
};
