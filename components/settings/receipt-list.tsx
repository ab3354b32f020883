'use client';

import { useState } from 'react';
import type { ErasureReceipt } from '@/lib/contract/data-protection';
import { useCheckReceipt } from '@/lib/query/use-data-protection';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { DefinitionList } from '../ui/definition-list';
import { Disclosure } from '../ui/disclosure';
import { downloadFile } from '../ui/download-file';
import { TextAreaField } from '../ui/field';
import { Num } from '../ui/number';
import { problemOf, ProblemNotice } from '../ui/problem-notice';
import { Time } from '../ui/time';
import { receiptLabels as labels, rowCountLabels } from './labels';

export function ReceiptList({ receipts }: { receipts: readonly ErasureReceipt[] }) {
  return (
    <Section title={labels.title} count={receipts.length} ruled={false}>
      <div className="border-t pt-4">
        {receipts.length === 0 && <p className="text-13 text-ink-2">{labels.none}</p>}
        <ul className="grid gap-3">
          {receipts.map((receipt) => (
            <li key={receipt.id}>
              <Disclosure
                summary={
                  <>
                    <Time at={receipt.finishedAt} as="moment" /> {labels.by(receipt.by)}
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
          [labels.receipt]: receipt.id,
          [labels.erasedBy]: receipt.by,
          [labels.finished]: <Time at={receipt.finishedAt} as="exact" />,
          [labels.usernameHash]: receipt.usernameHash,
          [labels.auditHead]: `${receipt.auditHead.entry}: ${receipt.auditHead.hash}`,
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
          {labels.download}
        </Button>
      </div>
    </div>
  );
}

export function RowCounts({ rows }: { rows: Readonly<Record<string, number>> }) {
  const items = Object.entries(rows).map(([name, count]) => [
    rowCountLabels[name] ?? name,
    <Num key={name} value={count} />,
  ]);
  return <DefinitionList termWidth="lg" className="tabular-nums" items={Object.fromEntries(items)} />;
}

function CheckReceipt() {
  const check = useCheckReceipt();
  const [given, setGiven] = useState('');
  const isReceipt = problemOf(check.error)?.status !== 422;
  return (
    <div className="mt-4">
      <Disclosure summary={labels.check}>
        <div className="mt-2 grid gap-3">
          <TextAreaField
            label={labels.content}
            rows={4}
            inputClassName="font-mono text-12"
            error={isReceipt ? null : labels.notAReceipt}
            value={given}
            onChange={(event) => {
              check.reset();
              setGiven(event.target.value);
            }}
          />
          {isReceipt && <ProblemNotice error={check.error} />}
          <div className="flex items-center gap-3" role="status">
            <Button size="sm" busy={check.isPending} disabled={given.trim() === ''} onClick={() => check.mutate(given)}>
              {labels.checkButton}
            </Button>
            {check.data !== undefined && (
              <span className="text-13">{check.data.valid ? labels.valid : labels.invalid}</span>
            )}
          </div>
        </div>
      </Disclosure>
    </div>
  );
}
