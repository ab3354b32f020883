import { Section } from '../shell/page';
import { CopyButton } from '../ui/copy-button';
import { DefinitionList } from '../ui/definition-list';
import { embedLabels, embedReferenceLabels as labels } from './labels';

export function EmbedReference({ origin, frameAncestors }: { origin: string; frameAncestors: readonly string[] }) {
  return (
    <div className="mt-8 grid grid-cols-2 gap-x-10 gap-y-8 max-lg:grid-cols-1">
      <Section title={labels.sites} remark={labels.sitesRemark}>
        {frameAncestors.length === 0 ? (
          <p className="text-13">{labels.noSites}</p>
        ) : (
          <>
            <p className="text-13">{labels.sitesText}</p>
            <ul className="mono mt-2 grid gap-1">
              {frameAncestors.map((site) => (
                <li key={site} className="break-all">
                  {site}
                </li>
              ))}
            </ul>
          </>
        )}
        <p className="mt-3 text-12 text-meta">{labels.setting}</p>
        <Line text={labels.settingExample} />
      </Section>
      <Section title={labels.policy} remark={labels.policyRemark}>
        <p className="text-13">{labels.policyText}</p>
        <Line text={`script-src ${origin}`} />
        <Line text={`frame-src ${origin}`} />
      </Section>
      <Section title={labels.properties} remark={labels.propertiesRemark}>
        <Rows rows={labels.propertyRows} />
        <p className="mt-3 text-12 text-meta">{labels.propertiesText}</p>
      </Section>
      <Section title={labels.events} remark={labels.eventsRemark}>
        <Rows rows={labels.eventRows} />
      </Section>
    </div>
  );
}

function Line({ text }: { text: string }) {
  return (
    <p className="mt-2 flex items-center gap-2 rounded-2 bg-sunken py-1 ps-3 pe-1">
      <code className="mono min-w-0 flex-1 break-all">{text}</code>
      <CopyButton text={text} label={embedLabels.copyLine(text.split(/[ =]/, 1)[0] ?? '')} />
    </p>
  );
}

function Rows({ rows }: { rows: readonly (readonly string[])[] }) {
  return (
    <DefinitionList
      termWidth="lg"
      items={Object.fromEntries(rows.map(([name = '', text]) => [name, text]))}
      className="[&_dt]:font-mono [&_dt]:text-12"
    />
  );
}
