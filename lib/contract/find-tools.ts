// Used on the server and in the browser, so that both find the same tools.

/** What a list to choose from needs of a tool. */
export interface ToolChoice {
  name: string;
  /** Sent as `source_tool`, if it is not the name. */
  value?: string;
  /** Another name to find it by, if it says more than the name. */
  alias?: string;
  /** Tells apart tools of the same name. */
  hint?: string;
}

export const valueOf = ({ name, value = name }: ToolChoice): string => value;

/** Tools that contain every word of the query, in any order. Case, accents and signs do not matter. */
export function findTools<T extends ToolChoice>(tools: readonly T[], query: string): readonly T[] {
  const folded = fold(query).trim();
  if (folded === '') return tools;
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const wanted = words.length === 0 ? [folded] : words;
  return tools.filter(({ name, alias = '', hint = '' }) => {
    const text = fold(`${name} ${alias} ${hint}`);
    return wanted.every((word) => text.includes(word));
  });
}

/** Without case, accents and variants of width, so that "Ｓａｌｅｓ" and "é" are found by "sales" and "e". */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
