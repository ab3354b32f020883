import { CopyButton } from './copy-button';

export function SecretBox({ secret, label, copyLabel }: { secret: string; label: string; copyLabel: string }) {
  return (
    <div className="mt-4 flex items-center justify-between gap-3 rounded-2 border bg-sunken px-3 py-2">
      <output className="mono min-w-0 text-12 [overflow-wrap:anywhere]" aria-label={label}>
        {secret}
      </output>
      <CopyButton text={secret} label={copyLabel} />
    </div>
  );
}
