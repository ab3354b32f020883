/** Columns to hide when the table gets narrow, least important first; the preview panel has all of them. */
export const columnClasses = {
  records: 'w-19 @max-[1240px]:hidden',
  users: 'w-21 @max-[1240px]:hidden',
  /** The policy result is shown again before sending, and phones have a line for it. */
  policy: 'md:@max-[1040px]:hidden',
  /** Then this column is next to numbers, as policy was. */
  state: 'md:@max-[1040px]:ps-3!',
  decide: 'w-40 @max-[900px]:hidden',
} as const;
