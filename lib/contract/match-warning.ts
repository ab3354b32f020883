/** Longer texts are not searched to their end, so that hostile ones cannot slow a page down. */
export const searchedCharacters = 300;

interface Matchable {
  kinds: readonly string[];
  texts: readonly string[];
}

interface Matched {
  kind: string | null;
  text: string;
}

/** Finds the first rule that matches a warning. */
export function createWarningMatcher<Rule extends Matchable>(
  rules: readonly Rule[],
): (warning: Matched) => Rule | undefined {
  const compiled = rules.map((rule) => ({
    rule,
    kinds: new Set(rule.kinds.map(normalizeKind).filter((kind) => kind !== '')),
    lines: rule.texts.map((line) => foldText(line).split(/\s+/).filter(Boolean)).filter((words) => words.length > 0),
  }));
  return ({ kind, text }) => {
    const wanted = kind === null ? '' : normalizeKind(kind);
    const searched = foldText(text.slice(0, searchedCharacters));
    return compiled.find(
      ({ kinds, lines }) => kinds.has(wanted) || lines.some((words) => words.every((word) => searched.includes(word))),
    )?.rule;
  };
}

/** `Attachment too large`, `attachment_too_large` and `attachmentTooLarge` are the same kind. */
function normalizeKind(kind: string): string {
  return foldText(kind).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Equal however a service composes letters and cases. */
function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
