// Loaded with `--import` before an app: its clock is off by as many milliseconds as the query says.
const offMs = Number(new URL(import.meta.url).search.slice(1));
const RealDate = Date;

globalThis.Date = class extends RealDate {
  /** @param {...any} given */
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offMs);
    // @ts-expect-error The overloads of Date take no rest argument.
    else super(...given);
  }
  static now() {
    return RealDate.now() + offMs;
  }
};
