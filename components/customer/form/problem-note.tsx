import { Icon } from '../../ui/icon';

/** At the top of a form: what happened, and what belongs to none of its fields. */
export function ProblemNote({ title, text, errors = [] }: { title: string; text: string; errors?: readonly string[] }) {
  return (
    <div role="alert" className="mt-6 flex gap-3 rounded-tile border border-unkn-line p-4">
      <Icon name="warning" size={16} className="mt-1 flex-none text-unkn" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <b className="block">{title}</b>
        <p className="text-ink-2">{text}</p>
        {errors.map((error) => (
          <p key={error} className="mt-1">
            <bdi>{error}</bdi>
          </p>
        ))}
      </div>
    </div>
  );
}
