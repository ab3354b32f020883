import { z } from 'zod';
import type { RunningSimulator } from '../../simulator/start-simulator';
import type { Instances } from './start-instances';

const idSchema = z.object({ id: z.string() });

/** An import with a completed sample, which the app has looked up. */
export async function placeSample({ simulator, cookie }: Instances, origin: string, username: string): Promise<string> {
  const { id } = idSchema.parse(simulator.placeImport({ username, status: 'Sample migration completed' }));
  await fetch(`${origin}/api/imports?destination_username=${encodeURIComponent(username)}`, { headers: { cookie } });
  return id;
}

/** Returns the status of the answer; 0 for none. */
export async function acceptSponsorship(origin: string, cookie: string, importId: string): Promise<number> {
  return fetch(`${origin}/api/imports/${importId}/payment/accept`, {
    method: 'POST',
    headers: { cookie, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: '{}',
  }).then(
    (response) => response.arrayBuffer().then(() => response.status),
    () => 0,
  );
}

export const countDecisionCalls = (simulator: RunningSimulator, importId: string): number =>
  simulator.log().filter(({ path }) => path.includes(`/imports/${importId}/payment/`)).length;
