/** The metrics and labels that a PromQL expression names. Enough for our own expressions; promtool checks their syntax. */
export function readPromql(expression: string): { metric: string; labels: string[] }[] {
  const withoutTexts = expression.replaceAll(/"[^"]*"/g, '""');
  const grouped = [...withoutTexts.matchAll(/\b(?:by|without|ignoring|on)\s*\(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  return [...withoutTexts.matchAll(/\b((?:landfall|process|nodejs)_\w+|up)\b(?:\{([^}]*)\})?/g)].map(
    ([, name = '', matchers = '']) => ({
      metric: name.replace(/(?<=_seconds)_(bucket|count|sum)$/, ''),
      labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label).concat(grouped),
    }),
  );
}
