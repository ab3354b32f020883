/** Columns that give way when the table itself gets narrow, least needed first; the quick look has all of them. */
export const columnClasses = {
  records: 'w-19 @max-[1240px]:hidden',
  users: 'w-21 @max-[1240px]:hidden',
  /** What policy says is said again before anything is sent; on a phone there is a line for it. */
  policy: 'md:@max-[1040px]:hidden',
  /** Then it stands beside numbers, as policy did. */
  state: 'md:@max-[1040px]:ps-3!',
  decide: 'w-40 @max-[900px]:hidden',
} as const;
