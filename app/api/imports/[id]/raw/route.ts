import { importParamsSchema, rawAnswersSchema } from '@/lib/contract/imports';
import { readRawAnswers } from '@/lib/imports/detail/read-raw-answers';
import { route } from '@/lib/server';
import { maskBody } from '@/lib/webhooks/mask-body';

export const GET = route(
  { id: 'imports.raw', params: importParamsSchema, response: rawAnswersSchema },
  ({ landfall, environment, params }) =>
    readRawAnswers(landfall.imports, { environment, importId: params.id, mask: maskBody }),
);
