/**
 * Puts Unicode isolates around the values of a translator's texts: a username or host in a text that runs from right to left
 * would otherwise lose its dots and slashes to the other end.
 */
export function isolateValues<Translator extends object>(translator: Translator): Translator {
  return new Proxy(translator, {
    apply: (target, self, args: unknown[]): unknown => Reflect.apply(target as () => unknown, self, isolateArgs(args)),
    get: (target, name): unknown => {
      const member: unknown = Reflect.get(target, name);
      if ((name !== 'rich' && name !== 'markup') || typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => Reflect.apply(member, target, isolateArgs(args));
    },
  });
}

function isolateArgs([key, values, ...rest]: unknown[]): unknown[] {
  if (typeof values !== 'object' || values === null) return [key, values, ...rest];
  return [key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)])), ...rest];
}

/** Not a link, or a gap for one: programs that find links in a text may take the mark for a part of it. */
function isolate(value: unknown): unknown {
  return typeof value === 'string' && value !== '' && !/:\/\/|^\{/.test(value) ? `\u2068${value}\u2069` : value;
}
