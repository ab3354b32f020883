import { saveTextBodySchema, textsOfLanguageSchema } from '@/lib/contract/texts';
import { route } from '@/lib/server';
import { saveText } from '@/lib/start/save-text';

export const PUT = route(
  { id: 'texts.save', body: saveTextBodySchema, response: textsOfLanguageSchema },
  ({ landfall, caller, body }) => saveText(landfall, { caller, ...body }),
);
