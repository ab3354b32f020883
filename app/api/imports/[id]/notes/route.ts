import { importParamsSchema } from '@/lib/contract/import-params';
import { noteAnswerSchema, noteBodySchema } from '@/lib/contract/imports';
import { created } from '@/lib/http/reply';
import { addNote } from '@/lib/imports/add-note';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'imports.note', params: importParamsSchema, body: noteBodySchema, answer: noteAnswerSchema },
  async ({ landfall, caller, environment, params, body }) =>
    created(await addNote(landfall.record, { caller, environment, importId: params.id, text: body.text })),
);
