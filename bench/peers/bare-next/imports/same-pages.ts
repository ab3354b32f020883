export type PageNode = string | [tag: string, props: Record<string, unknown>, content: PageNode[]];

interface SamePage {
  nodes: PageNode[];
  dataBytes: number;
}

/** On globalThis, because Next bundles instrumentation, pages and their client components separately. */
const holder: { benchPages?: Record<string, SamePage> } = globalThis as never;

export function setSamePages(pages: Record<string, SamePage>): void {
  holder.benchPages = pages;
}

export function findSamePage(name: string): SamePage {
  const page = holder.benchPages?.[name];
  if (page === undefined) throw new Error(`no page ${name}`);
  return page;
}
