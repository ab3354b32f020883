import { importParamsSchema } from '@/lib/contract/imports';
import { requestResponseSchema, requestBodySchema } from '@/lib/contract/sponsorship';
import { route } from '@/lib/server';
import { requestFullMigration } from '@/lib/sponsorship/request-full-migration';

export const POST = route(
  {
    id: 'imports.request',
    params: importParamsSchema,
    body: requestBodySchema,
    response: requestResponseSchema,
    // The operation's id is that of the request.
    repeatable: true,
  },
  ({ landfall, caller, environment, operationId, params, body }) =>
    requestFullMigration(landfall.sponsorship, {
      id: operationId,
      caller,
      environment,
      importId: params.id,
      source: 'agent',
      // The agent spoke with the customer, or the partner's product, which could create a signed link for them, did.
      verified: true,
      message: body.message,
    }),
);
