import * as z from 'zod/mini';
import { text } from '@/lib/contract/base-schemas';
import { handleNextAuth } from '@/lib/http/handle-next-auth';
import { route } from '@/lib/server';

const params = z.object({ nextauth: z.array(text(100)).check(z.minLength(1), z.maxLength(4)) });

export const GET = route({ id: 'auth.get', params }, ({ landfall, request, caller, params: { nextauth } }) =>
  handleNextAuth(
    { auth: landfall.auth, publicOrigin: landfall.settings.publicOrigin },
    { request, caller, segments: nextauth },
  ),
);

export const POST = route({ id: 'auth.post', params }, ({ landfall, request, caller, params: { nextauth } }) =>
  handleNextAuth(
    { auth: landfall.auth, publicOrigin: landfall.settings.publicOrigin },
    { request, caller, segments: nextauth },
  ),
);
