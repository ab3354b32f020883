import { examineConnection } from '@/lib/connection/examine-connection';
import { connectionFindingsSchema, examineConnectionBodySchema } from '@/lib/contract/connection';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'connection.examine', body: examineConnectionBodySchema, response: connectionFindingsSchema },
  ({ landfall, caller, body }) => examineConnection(landfall, { caller, body }),
);
