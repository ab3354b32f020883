import { Icon } from '../../ui/icon';

/** In place of a form that was sent. */
export function SentNote({ title, text }: { title: string; text?: string }) {
  return (
    <p role="status" className="flex gap-3 rounded-tile bg-sunken p-4 text-15">
      <Icon name="check" size={16} className="mt-1 flex-none text-done" />
      <span>
        <b className="block">{title}</b>
        {text !== undefined && <span className="text-ink-2">{text}</span>}
      </span>
    </p>
  );
}
