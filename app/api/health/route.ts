import { livenessSchema } from '@/lib/contract/health';
import { route } from '@/lib/server';

export const GET = route({ id: 'health.live', answer: livenessSchema }, () => ({ status: 'ok' as const }));
