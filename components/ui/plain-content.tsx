import { DefinitionList } from './definition-list';

export function PlainText({ label, text }: { label: string; text: string }) {
  return (
    <pre
      tabIndex={0}
      aria-label={label}
      className="mono max-h-96 overflow-auto rounded-2 border bg-sunken p-3 text-12 [overflow-wrap:anywhere] whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}

export function HeaderList({ headers }: { headers: readonly (readonly [string, string])[] }) {
  return (
    <DefinitionList
      termWidth="lg"
      items={Object.fromEntries(
        headers.map(([name, value]) => [
          name,
          <span key={name} className="mono">
            {value}
          </span>,
        ]),
      )}
    />
  );
}
