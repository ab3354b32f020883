import type { ConnectionFindings, ConnectionForm } from '@/lib/contract/connection';
import { Button } from '../ui/button';
import { Disclosure } from '../ui/disclosure';
import { Icon, type IconName } from '../ui/icon';
import { Notice } from '../ui/notice';
import { connectionLabels as labels, findingAreas, findingGrades } from './connection-labels';

type Finding = ConnectionFindings['findings'][number];

const grades: Readonly<Record<Finding['grade'], { icon: IconName; colour: string }>> = {
  good: { icon: 'check', colour: 'text-done' },
  note: { icon: 'info', colour: 'text-meta' },
  bad: { icon: 'warning', colour: 'text-unkn' },
};

/** What the doctor found, and what to do about it. */
export function ConnectionFindingList({
  findings: { works, findings, hostsToAllow, dialect, questions },
  saved,
  busy,
  form: { hasDialect, sources },
  onDialect,
  onAllow,
}: {
  findings: ConnectionFindings;
  /** Proposals are applied to what is saved. */
  saved: boolean;
  busy: boolean;
  form: Pick<ConnectionForm, 'hasDialect' | 'sources'>;
  onDialect: (dialect: string | null) => void;
  onAllow: (hosts: readonly string[]) => void;
}) {
  const fixed = { dialect: sources.dialect === 'environment', hosts: sources.redirectHosts === 'environment' };
  const areas = [...new Set(findings.map(({ area }) => area))];
  return (
    <div className="grid gap-4">
      <Notice tone={works ? 'done' : 'error'} live title={works ? labels.works : labels.fails} />
      {areas.map((area) => (
        <div key={area}>
          <h3 className="mb-1">{findingAreas[area]}</h3>
          <ul className="grid gap-1 text-13">
            {findings
              .filter((finding) => finding.area === area)
              .map(({ grade, message }) => (
                <li key={message} className="flex gap-1.5">
                  <Icon name={grades[grade].icon} size={14} className={`mt-0.75 ${grades[grade].colour}`} />
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    <span className="sr-only">{findingGrades[grade]}</span>
                    {message}
                  </span>
                </li>
              ))}
          </ul>
        </div>
      ))}
      {dialect !== null && (
        <Notice
          tone="turn"
          title={labels.dialect.title}
          actions={
            saved && !fixed.dialect ? (
              <Button size="sm" busy={busy} onClick={() => onDialect(dialect)}>
                {labels.dialect.apply}
              </Button>
            ) : undefined
          }
        >
          {fixed.dialect ? labels.environment('SERVICE_DIALECT') : labels.dialect.text}
          <Disclosure summary={labels.dialect.show}>
            <pre tabIndex={0} className="mono max-h-72 overflow-auto text-12">
              {dialect}
            </pre>
          </Disclosure>
        </Notice>
      )}
      {dialect === null && hasDialect && !fixed.dialect && (
        <Notice
          title={labels.dialect.active}
          actions={
            saved ? (
              <Button size="sm" busy={busy} onClick={() => onDialect(null)}>
                {labels.dialect.remove}
              </Button>
            ) : undefined
          }
        />
      )}
      {hostsToAllow.length > 0 && (
        <Notice
          tone="turn"
          title={labels.hosts.title(hostsToAllow.join(', '))}
          actions={
            saved && !fixed.hosts ? (
              <Button size="sm" busy={busy} onClick={() => onAllow(hostsToAllow)}>
                {labels.hosts.allow}
              </Button>
            ) : undefined
          }
        >
          {fixed.hosts ? labels.environment('SERVICE_REDIRECT_HOSTS') : labels.hosts.text}
        </Notice>
      )}
      {questions.length > 0 && (
        <div>
          <h3 className="mb-1">{labels.questions}</h3>
          <ul className="list-disc ps-4 text-13">
            {questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
