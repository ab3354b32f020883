/** Columns that give way when the table itself gets narrow, least needed first; the quick look has all of them. */
export const hideWhere = {
  asked: 'w-38 @max-[1080px]:hidden',
  records: 'w-20 @max-[1240px]:hidden',
  users: 'w-21 @max-[1240px]:hidden',
  decide: 'w-38 @max-[1040px]:hidden',
} as const;
