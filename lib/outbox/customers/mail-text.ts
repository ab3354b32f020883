import type { Language } from '../../contract/languages';
import { messagesByLanguage } from '../../messages/messages';
import type { MailBlock, MailFooter } from './mail-block';

export function toText({
  language,
  blocks,
  footer,
}: {
  language: Language;
  blocks: readonly MailBlock[];
  footer: MailFooter;
}): string {
  const { labelled } = messagesByLanguage[language].format;
  const links = footer.links.map(({ label, url }) => labelled(label, url.replace(/^mailto:/, '')));
  return `${[...blocks.map((block) => blockText(block, labelled)), '---', [footer.reason, ...links].join('\n')].join('\n\n')}\n`;
}

function blockText(block: MailBlock, labelled: (label: string, value: string) => string): string {
  switch (block.kind) {
    case 'paragraph':
      return block.lines.join('\n');
    case 'button':
      return `${labelled(block.label, '').trimEnd()}\n${block.url}`;
    case 'quote':
      return [labelled(block.title, '').trimEnd(), ...block.lines.map((line) => `> ${line}`)].join('\n');
    case 'facts':
      return block.facts.map(({ label, value }) => labelled(label, value)).join('\n');
    case 'list':
      return [block.title, ...block.items.map(({ title, lines }) => `- ${[title, ...lines].join('\n  ')}`)].join(
        '\n\n',
      );
  }
}
