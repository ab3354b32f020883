'use client';

import { useState, type FormEvent } from 'react';
import type { CustomerSummary } from '@/lib/contract/data-protection';
import { useCustomerData } from '@/lib/query/use-data-protection';
import { CustomerLink } from '../shell/customer-link';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { downloadFile } from '../ui/download-file';
import { TextField } from '../ui/field';
import { Notice } from '../ui/notice';
import { ProblemNotice, toastError } from '../ui/problem-notice';
import { Time } from '../ui/time';
import { customerDataLabels as labels } from './labels';
import { ReceiptText, RowCounts } from './receipt-list';
import { lazyComponent } from '../ui/lazy-component';

const EraseDialog = lazyComponent(() => import('./erase-dialog').then((module) => module.EraseDialog));

/** What is stored about one customer, as a file or erased. */
export function CustomerData() {
  const { find, exportFile, erase } = useCustomerData();
  const [username, setUsername] = useState('');
  const [missing, setMissing] = useState(false);
  const [asking, setAsking] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(username.trim() === '');
    if (username.trim() === '' || find.isPending) return;
    erase.reset();
    find.mutate(username);
  };
  const found = find.data;
  return (
    <Section title={labels.title} ruled={false}>
      <form onSubmit={submit} noValidate className="border-t pt-4">
        <TextField
          label={labels.username}
          hint={labels.usernameHint}
          error={missing ? labels.usernameMissing : null}
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <Button type="submit" icon="search" className="mt-3" busy={find.isPending}>
          {labels.find}
        </Button>
      </form>
      {find.error !== null && <ProblemNotice error={find.error} />}
      {erase.data !== undefined && (
        <Notice live tone="done" title={labels.erased} className="mt-4">
          <ReceiptText receipt={erase.data} />
        </Notice>
      )}
      {found !== undefined && erase.data === undefined && (
        <div className="mt-4 grid gap-3 rounded-2 border p-4" role="status">
          <FoundData found={found} />
          <div className="flex flex-wrap gap-2">
            <Button
              icon="download"
              busy={exportFile.isPending}
              onClick={() =>
                exportFile.mutateAsync(found.username).then(
                  (file) => downloadFile(file, `landfall-customer-${new Date().toISOString().slice(0, 10)}.json`),
                  (error: Error) => toastError(labels.exportFailed, error),
                )
              }
            >
              {labels.export}
            </Button>
            <Button disabled={found.blockedReason !== null} onClick={() => setAsking(true)}>
              {labels.erase}
            </Button>
          </div>
        </div>
      )}
      {asking && found !== undefined && <EraseDialog found={found} erase={erase} onClose={() => setAsking(false)} />}
    </Section>
  );
}

function FoundData({ found }: { found: CustomerSummary }) {
  const empty = Object.keys(found.rows).length === 0;
  return (
    <>
      <p className="font-strong [overflow-wrap:anywhere]">
        <CustomerLink username={found.username} />
      </p>
      {found.erasedAt !== null && (
        <p className="text-13 text-ink-2">
          {labels.erasedOn} <Time at={found.erasedAt} as="date" />. {labels.notStoredAgain}
        </p>
      )}
      {found.spellings.length > 1 && <p className="text-13 text-ink-2">{labels.spellings(found.spellings)}</p>}
      {!empty && <RowCounts rows={found.rows} />}
      {found.blockedReason !== null && (
        <Notice tone="turn" title={labels.blocked}>
          {found.blockedReason}
        </Notice>
      )}
    </>
  );
}
