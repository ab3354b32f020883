import type { ApiKey } from '@/lib/contract/api-keys';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { Time } from '../ui/time';
import { apiKeyLabels as labels, scopeLabels } from './labels';

export type KeyAction = 'rotate' | 'revoke';

export function ApiKeyTable({
  keys,
  onAction,
}: {
  keys: readonly ApiKey[];
  onAction: (action: KeyAction, key: ApiKey) => void;
}) {
  return (
    <Table label={labels.table} variant="plain" stack widths={[undefined, 96, 200, 136, 120, 176]}>
      <TableHead>
        <Th>{labels.name}</Th>
        <Th>{labels.scope}</Th>
        <Th>{labels.created}</Th>
        <Th>{labels.lastUsed}</Th>
        <Th>{labels.expires}</Th>
        <Th>
          <span className="sr-only">{labels.actions}</span>
        </Th>
      </TableHead>
      <TableBody>
        {keys.map((key) => (
          <Tr key={key.id} data-key={key.id}>
            <Td>
              <Title apiKey={key} />
            </Td>
            <Td label={labels.scope}>{scopeLabels[key.scope].label}</Td>
            <Td label={labels.created}>
              <span className="min-w-0 whitespace-normal">
                <Time at={key.createdAt} className="block" />
                <span className="block text-12 [overflow-wrap:anywhere] text-meta">
                  {labels.createdBy(key.createdBy)}
                </span>
              </span>
            </Td>
            <Td label={labels.lastUsed}>{key.lastUsedAt === null ? labels.neverUsed : <Time at={key.lastUsedAt} />}</Td>
            <Td label={labels.expires}>
              {key.revokedAt !== null ? (
                <span className="min-w-0 whitespace-normal">
                  {labels.revokedAt} <Time at={key.revokedAt} as="date" />
                  {key.revokedBy !== null && (
                    <span className="block text-12 [overflow-wrap:anywhere] text-meta">
                      {labels.createdBy(key.revokedBy)}
                    </span>
                  )}
                </span>
              ) : key.expiresAt === null ? (
                labels.neverExpires
              ) : (
                <Time at={key.expiresAt} as="date" />
              )}
            </Td>
            <Td {...(key.state !== 'active' && { className: 'max-md:hidden!' })}>
              {key.state === 'active' && (
                <span className="flex justify-end gap-1 max-md:justify-start">
                  <Button size="sm" aria-label={labels.rotateOf(key.name)} onClick={() => onAction('rotate', key)}>
                    {labels.rotate}
                  </Button>
                  <Button size="sm" aria-label={labels.revokeOf(key.name)} onClick={() => onAction('revoke', key)}>
                    {labels.revoke}
                  </Button>
                </span>
              )}
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

function Title({ apiKey: { name, state, secretEnd, oldSecretUntil } }: { apiKey: ApiKey }) {
  return (
    <span className="block min-w-0 whitespace-normal">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
        <b>{name}</b>
        {labels.states[state] !== null && (
          <Badge size="sm" tone="gone">
            {labels.states[state]}
          </Badge>
        )}
      </span>
      <span className="mono mt-0.5 block text-12 text-meta">{labels.endsWith(secretEnd)}</span>
      {oldSecretUntil !== null && state === 'active' && (
        <span className="mt-0.5 block text-12 text-turn">
          {labels.oldSecret} <Time at={oldSecretUntil} as="moment" />
        </span>
      )}
    </span>
  );
}
