import { z } from 'zod';
import { text } from '@/lib/contract/base-schemas';
import { handleNextAuth } from '@/lib/http/handle-next-auth';
import { route } from '@/lib/server';

const params = z.object({ nextauth: z.array(text(100)).min(1).max(4) });

export const GET = route({ id: 'auth.get', params }, handleNextAuth);
export const POST = route({ id: 'auth.post', params }, handleNextAuth);
