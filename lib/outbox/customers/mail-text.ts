import type { MailBlock, MailFooter } from './mail-block';

export function toText({ blocks, footer }: { blocks: readonly MailBlock[]; footer: MailFooter }): string {
  const links = footer.links.map(({ label, url }) => `${label}: ${url.replace(/^mailto:/, '')}`);
  return `${[...blocks.map(blockText), '---', [footer.reason, ...links].join('\n')].join('\n\n')}\n`;
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return block.lines.join('\n');
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'quote':
      return [`${block.title}:`, ...block.lines.map((line) => `> ${line}`)].join('\n');
    case 'facts':
      return block.facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
    case 'list':
      return [block.title, ...block.items.map(({ title, lines }) => `- ${[title, ...lines].join('\n  ')}`)].join(
        '\n\n',
      );
  }
}
