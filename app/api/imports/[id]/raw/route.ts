import { importParamsSchema } from '@/lib/contract/import-params';
import { rawAnswersSchema } from '@/lib/contract/imports';
import { readRawAnswers } from '@/lib/imports/read-raw-answers';
import { route } from '@/lib/server';
import { maskBody } from '@/lib/webhooks/mask-body';

export const GET = route(
  { id: 'imports.raw', params: importParamsSchema, answer: rawAnswersSchema },
  ({ landfall, environment, params }) =>
    readRawAnswers(landfall.record, { environment, importId: params.id, mask: maskBody }),
);
