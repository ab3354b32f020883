/** An element as tag, attributes and content, or a text. */
export type PageNode = string | [tag: string, props: Record<string, unknown>, content: PageNode[]];

const token =
  /<!--[^]*?-->|<script\b[^]*?<\/script>|<(?<close>\/?)(?<tag>[a-z][\w:-]*)(?<attributes>(?:\s+[^\s=/>]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gi;
const voidTags = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'wbr']);

/** Elements and texts in the body of a page, as React has rendered it, without scripts. */
export function readElements(html: string): PageNode[] {
  const body = /<body\b[^>]*>([^]*)<\/body>/.exec(html)?.[1] ?? '';
  const root: PageNode[] = [];
  const open = [root];
  for (const { 0: text, groups = {} } of body.matchAll(token)) {
    const { close, tag, attributes = '' } = groups;
    if (tag === undefined) {
      if (!text.startsWith('<')) open.at(-1)?.push(decode(text));
    } else if (close === '/') open.pop();
    else {
      const content: PageNode[] = [];
      open.at(-1)?.push([tag, readAttributes(attributes), content]);
      if (!voidTags.has(tag)) open.push(content);
    }
  }
  return root;
}

export function countElements(nodes: readonly PageNode[]): number {
  return nodes.reduce((sum, node) => sum + (typeof node === 'string' ? 0 : 1 + countElements(node[2])), 0);
}

/** How much data a page sends for its scripts, besides the elements. */
export function readDataBytes(html: string): number {
  const parts = html.matchAll(/<script\b[^>]*>self\.__next_f\.push\(([^]*?)\)<\/script>/g);
  return [...parts].reduce((sum, [, data = '']) => sum + data.length, 0);
}

function readAttributes(text: string): Record<string, unknown> {
  const found = [...text.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(
    found.map(([, name = '', value = '']) => {
      if (name === 'class') return ['className', decode(value)];
      if (name === 'style') return ['style', readStyle(decode(value))];
      // React leaves out a boolean attribute whose value is empty.
      return [name, value === '' || decode(value)];
    }),
  );
}

const readStyle = (text: string) => Object.fromEntries(text.split(';').map((part) => part.split(/:(.*)/, 2)));

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function decode(text: string): string {
  return text.replace(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all);
}
