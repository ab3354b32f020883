import { importCountsSchema } from '@/lib/contract/imports';
import { countImports } from '@/lib/imports/list/count-imports';
import { route } from '@/lib/server';

export const GET = route({ id: 'imports.counts', response: importCountsSchema }, ({ landfall, environment }) =>
  countImports(landfall.imports, environment),
);
