/** The tags as they are written, the addresses of links, and the text with its entities decoded. */
export function parseHtml(html: string): { tags: string[]; links: string[]; text: string } {
  const tags: string[] = [];
  const texts: string[] = [];
  let end = 0;
  // Stricter than a browser: anything else is an error here, whatever a browser makes of it.
  const token = /<!DOCTYPE html>|<!--\[if mso\]>[^[]*<!\[endif\]-->|<\/?[a-z]+(?: [a-z-]+="[^"<>]*")*>|[^<>]+/y;
  while (end < html.length) {
    token.lastIndex = end;
    const found = token.exec(html)?.[0];
    if (found === undefined) throw new Error(`not HTML that we write: ${html.slice(end, end + 60)}`);
    (found.startsWith('<') ? tags : texts).push(found);
    end += found.length;
  }
  const links = tags.flatMap((tag) => /^<a href="([^"]*)"/.exec(tag)?.[1] ?? []);
  return { tags, links: links.map(decode), text: texts.map(decode).join('\n') };
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

function decode(text: string): string {
  return text.replace(/&[^;\s]*;?/g, (entity) => {
    const character = entities[entity];
    if (character === undefined) throw new Error(`not an entity that we write: ${entity}`);
    return character;
  });
}
