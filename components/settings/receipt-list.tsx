'use client';

import { useState } from 'react';
import type { ErasureReceipt } from '@/lib/contract/data-protection';
import { isAnswer, parseJson } from '@/lib/query/api-fetch';
import { useCheckReceipt } from '@/lib/query/use-data-protection';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { DefinitionList } from '../ui/definition-list';
import { Disclosure } from '../ui/disclosure';
import { downloadFile } from '../ui/download-file';
import { TextAreaField } from '../ui/field';
import { Num } from '../ui/number';
import { Time } from '../ui/time';

export function ReceiptList({ receipts }: { receipts: readonly ErasureReceipt[] }) {
  return (
    <Section title="Receipts of erasures" count={receipts.length} ruled={false}>
      <div className="border-t pt-4">
        {receipts.length === 0 && <p className="text-13 text-ink-2">No customer was erased yet.</p>}
        <ul className="grid gap-3">
          {receipts.map((receipt) => (
            <li key={receipt.id}>
              <Disclosure
                summary={
                  <>
                    <Time at={receipt.finishedAt} as="moment" /> by {receipt.by}
                  </>
                }
              >
                <ReceiptText receipt={receipt} />
              </Disclosure>
            </li>
          ))}
        </ul>
        <CheckReceipt />
      </div>
    </Section>
  );
}

export function ReceiptText({ receipt }: { receipt: ErasureReceipt }) {
  return (
    <div className="mt-2 grid gap-3">
      <DefinitionList
        items={{
          Receipt: receipt.id,
          'Erased by': receipt.by,
          Finished: <Time at={receipt.finishedAt} as="exact" />,
          'Username hash': receipt.usernameHash,
          'Audit head': `${receipt.auditHead.entry}: ${receipt.auditHead.hash}`,
        }}
      />
      <RowCounts rows={receipt.rows} />
      <div>
        <Button
          size="sm"
          icon="download"
          onClick={() =>
            downloadFile(
              new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' }),
              `landfall-erasure-${receipt.id}.json`,
            )
          }
        >
          Download receipt
        </Button>
      </div>
    </div>
  );
}

const tableLabels: Record<string, string> = {
  imports: 'Imports',
  observations: 'Observations',
  confirmations: 'Repeated observations',
  import_facts: 'Facts added here',
  import_secrets: 'Migration addresses',
  status_periods: 'Times in status',
  notes: 'Notes',
  creation_attempts: 'Creation attempts',
  start_links: 'Start links',
  customer_links: 'Customer links',
  full_requests: 'Requests',
  decisions: 'Payment decisions',
  decision_steps: 'Steps of decisions',
  deliveries: 'Webhook deliveries',
  bulk_lookups: 'Bulk lookups',
  poll_units: 'Planned polls',
  mentions: 'Mentions in other rows',
  audit: 'Audit entries',
};

export function RowCounts({ rows }: { rows: Readonly<Record<string, number>> }) {
  const items = Object.entries(rows).map(([name, count]) => [
    tableLabels[name] ?? name,
    <Num key={name} value={count} />,
  ]);
  return <DefinitionList termWidth="lg" className="tabular-nums" items={Object.fromEntries(items)} />;
}

function CheckReceipt() {
  const check = useCheckReceipt();
  const [given, setGiven] = useState('');
  const parsed = parseJson(given);
  const receipt = isAnswer('erasureReceiptSchema', parsed) ? parsed : undefined;
  return (
    <div className="mt-4">
      <Disclosure summary="Check a receipt">
        <div className="mt-2 grid gap-3">
          <TextAreaField
            label="Content of the receipt file"
            rows={4}
            inputClassName="font-mono text-12"
            error={given !== '' && !receipt ? 'This is not the content of a receipt' : null}
            value={given}
            onChange={(event) => {
              check.reset();
              setGiven(event.target.value);
            }}
          />
          <div className="flex items-center gap-3" role="status">
            <Button
              size="sm"
              busy={check.isPending}
              disabled={!receipt}
              onClick={() => receipt && check.mutate(receipt)}
            >
              Check receipt
            </Button>
            {check.data !== undefined && (
              <span className="text-13">
                {check.data.valid ? 'Valid: issued here and unchanged.' : 'Not valid: changed, or not issued here.'}
              </span>
            )}
          </div>
        </div>
      </Disclosure>
    </div>
  );
}
