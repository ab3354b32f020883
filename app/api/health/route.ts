import { livenessSchema } from '@/lib/contract/health';
import { route } from '@/lib/server';

export const GET = route({ id: 'health.live', response: livenessSchema }, () => ({ status: 'ok' as const }));
