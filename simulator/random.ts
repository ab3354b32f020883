export type Random = ReturnType<typeof createRandom>;

/** FNV-1a with a final avalanche, so that similar seeds ("7:1", "7:2") give unrelated streams. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** The sfc32 generator: the same seed gives the same numbers on every machine. */
export function createRandom(seed: string) {
  let a = hash(`a${seed}`);
  let b = hash(`b${seed}`);
  let c = hash(`c${seed}`);
  let counter = 1;

  function next(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }
  for (let round = 0; round < 12; round++) next();

  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    /** Both ends are included. */
    int,
    chance: (probability: number) => next() < probability,
    pick: <T>(choices: readonly [T, ...T[]]): T => choices[int(0, choices.length - 1)] ?? choices[0],
    weighted<T>(choices: readonly [readonly [T, number], ...(readonly [T, number])[]]): T {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [choice, weight] of choices) {
        left -= weight;
        if (left < 0) return choice;
      }
      return choices[0][0];
    },
    hex: (length: number) => Array.from({ length }, () => int(0, 15).toString(16)).join(''),
  };
}
