import { route } from '@/lib/server';

export const GET = route({ id: 'metrics.read' }, async ({ landfall }) => {
  const { contentType, text } = await landfall.metrics.render();
  return new Response(text, { headers: { 'content-type': contentType } });
});
