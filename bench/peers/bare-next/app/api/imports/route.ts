import { listImports } from '../../../imports/list-imports';

export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  return Response.json(await listImports());
}
