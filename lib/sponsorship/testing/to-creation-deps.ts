import { silentLog } from '../../core/log';
import type { CreationDeps } from '../../imports/creation/creation-deps';
import type { SponsorshipDeps } from '../sponsorship-deps';

export function toCreationDeps(
  { database, cipher, clock }: Pick<SponsorshipDeps, 'database' | 'cipher' | 'clock'>,
  client: CreationDeps['client'],
  more: Pick<CreationDeps, 'observer'> & { serviceUrl: string },
): CreationDeps {
  const { observer, serviceUrl } = more;
  const redirect = { hosts: [new URL(serviceUrl).host], serviceUrl };
  return { database, client, observer, cipher, clock, log: silentLog, redirect };
}
