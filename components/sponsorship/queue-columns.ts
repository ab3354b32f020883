/** Columns that give way when the table itself gets narrow, least needed first; the quick look has all of them. */
export const hideWhere = {
  records: 'w-19 @max-[1240px]:hidden',
  users: 'w-21 @max-[1240px]:hidden',
  decide: 'w-40 @max-[1040px]:hidden',
} as const;
