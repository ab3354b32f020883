// Loaded with `--import` before an app: its clock is off by as many milliseconds as the query says.
const offMs = Number(new URL(import.meta.url).search.slice(1));
const RealDate = Date;
const now = () => RealDate.now() + offMs;

/**
 * @param {...any} given
 * @returns {any}
 */
function ShiftedDate(...given) {
  if (new.target === undefined) return new RealDate(now()).toString();
  const target = new.target === ShiftedDate ? RealDate : new.target;
  return Reflect.construct(RealDate, given.length === 0 ? [now()] : given, target);
}

// Own properties, because Next copies them.
Object.defineProperties(ShiftedDate, {
  ...Object.getOwnPropertyDescriptors(RealDate),
  now: { value: now, writable: true, configurable: true },
});
Reflect.set(globalThis, 'Date', ShiftedDate);
