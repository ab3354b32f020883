import { previewTextBodySchema, textPreviewSchema } from '@/lib/contract/texts';
import { route } from '@/lib/server';
import { previewText } from '@/lib/start/preview-text';

export const POST = route(
  { id: 'texts.preview', body: previewTextBodySchema, response: textPreviewSchema },
  ({ body: { language, key, text } }) => previewText(language, key, text),
);
