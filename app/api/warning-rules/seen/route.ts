import { seenWarningsSchema } from '@/lib/contract/warning-rules';
import { route } from '@/lib/server';
import { listSeenWarnings } from '@/lib/warnings/list-seen-warnings';

export const GET = route({ id: 'warning-rules.seen', response: seenWarningsSchema }, ({ landfall }) =>
  listSeenWarnings(landfall.database.db),
);
