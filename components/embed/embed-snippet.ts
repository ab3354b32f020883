export type EmbedElement = 'landfall-start' | 'landfall-status';

export interface EmbedChoices {
  element: EmbedElement;
  theme: 'auto' | 'light' | 'dark';
  /** Empty for the customer's own. */
  language: string;
  /** Values by property name. Empty ones are left out. */
  properties: Readonly<Record<string, string>>;
}

export function styleOf({ properties }: EmbedChoices): Record<string, string> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== ''));
}

/** The HTML to copy. Without `link`, the element shows the open start page. */
export function embedSnippet(
  choices: EmbedChoices,
  page: { origin: string; link: string | null; fallback: string },
): string {
  const { element, theme, language } = choices;
  const style = Object.entries(styleOf(choices)).map(([name, value]) => `${name}: ${value}`);
  const attributes = [
    ...(page.link === null ? [] : [['link', page.link]]),
    ...(language === '' ? [] : [['lang', language]]),
    ...(theme === 'auto' ? [] : [['theme', theme]]),
    ...(style.length === 0 ? [] : [['style', style.join('; ')]]),
  ];
  const opening = [element, ...attributes.map(([name, value]) => `${name}="${value}"`)].join(' ');
  return [
    `<script type="module" src="${page.origin}/embed.js"></script>`,
    '',
    `<${opening}>`,
    `  <a href="${page.link ?? `${page.origin}/start`}" target="_blank">${page.fallback}</a>`,
    `</${element}>`,
  ].join('\n');
}
