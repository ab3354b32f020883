import { importCountsSchema } from '@/lib/contract/imports';
import { countImports } from '@/lib/imports/count-imports';
import { route } from '@/lib/server';

export const GET = route({ id: 'imports.counts', answer: importCountsSchema }, ({ landfall, environment }) =>
  countImports(landfall.record, environment),
);
