import { CopyButton } from './copy-button';
import { problemLabels } from './labels';

/** For error reports. */
export function RequestId({ id }: { id: string }) {
  return (
    <span className="inline-flex items-center gap-1 text-12 text-meta">
      {problemLabels.request} <span className="mono">{id.slice(0, 8)}</span>
      <CopyButton text={id} label={problemLabels.copyRequest} />
    </span>
  );
}
