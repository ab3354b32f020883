import { importParamsSchema, noteBodySchema, noteSchema } from '@/lib/contract/imports';
import { created } from '@/lib/http/reply';
import { addNote } from '@/lib/imports/detail/add-note';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'imports.note', params: importParamsSchema, body: noteBodySchema, response: noteSchema },
  async ({ landfall, caller, environment, params, body }) =>
    created(await addNote(landfall.imports, { caller, environment, importId: params.id, text: body.text })),
);
