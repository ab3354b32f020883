import { goLiveBodySchema, wentLiveSchema } from '@/lib/contract/connection';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'connection.go-live', body: goLiveBodySchema, response: wentLiveSchema },
  ({ landfall, caller, body }) => landfall.goLive({ caller, version: body.version }),
);
