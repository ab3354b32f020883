import type { CustomerMigration, CustomerStep, StepKey } from '@/lib/contract/customer-migration';
import { describeRange } from '@/lib/messages/describe-range';
import type { Messages } from '@/lib/messages/messages';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';

/** Who acts in a step. Missing if no one does. */
const actors: Partial<Record<StepKey, 'you' | 'partner' | 'service'>> = {
  connect: 'you',
  sample_start: 'you',
  sample_copy: 'service',
  sample_review: 'you',
  request: 'you',
  decision: 'partner',
  buy: 'you',
  full_start: 'you',
  full_copy: 'service',
};

type StepsProps = {
  migration: Pick<CustomerMigration, 'steps' | 'usual' | 'isSlow'>;
  partner: string;
  messages: Messages;
};

/** Only observed steps are drawn as done. A migration that was undone or is gone leaves the path. */
export function MigrationSteps({ migration, partner, messages }: StepsProps) {
  const { t, format } = messages;
  const { steps, exits } = migration.steps;
  return (
    <section className="mt-10">
      <h2 id="steps" className="text-20 font-strong">
        {t('myMigration.steps.title')}
      </h2>
      <ol aria-labelledby="steps" className="mt-4">
        {steps.map((step) => (
          <li
            key={step.key}
            aria-current={step.state === 'current' ? 'step' : undefined}
            className={cx(
              rowClasses,
              step.state === 'done' ? 'after:bg-brand-ink' : 'after:bg-line-strong',
              step.state === 'ahead' && 'text-ink-2',
            )}
          >
            <Marker state={step.key === 'completed' && step.state === 'current' ? 'done' : step.state} />
            <span className="min-w-0 flex-1">
              <span className={cx(step.state === 'current' && 'font-strong')}>
                {t(`myMigration.steps.${step.key}`)}
                <span className="sr-only">{format.phrases(['', t(`myMigration.stepStates.${step.state}`)])}</span>
              </span>
              <StepDetails step={step} migration={migration} partner={partner} messages={messages} />
            </span>
          </li>
        ))}
        {exits.map((exit, index) => {
          const isCurrent = index === exits.length - 1;
          return (
            <li
              key={exit}
              aria-current={isCurrent ? 'step' : undefined}
              className={cx(rowClasses, 'after:bg-line-strong')}
            >
              <span
                className={cx(
                  markerClasses,
                  exit === 'undoing' || exit === 'undone' ? 'border-undo text-undo' : 'border-control text-meta',
                )}
              >
                <Icon name={exit === 'gone' ? 'minus' : exit === 'other' ? 'dots' : 'back'} size={16} />
              </span>
              <span className={cx(isCurrent && 'font-strong')}>{t(`myMigration.exits.${exit}`)}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The line to the next marker is drawn by `after`. */
const rowClasses =
  'relative flex gap-3 pb-4 last:pb-0 after:absolute after:start-[11px] after:top-6 after:bottom-0 after:w-0.5 last:after:hidden';
const markerClasses = 'grid size-6 flex-none place-items-center rounded-full border-2 bg-canvas';

function Marker({ state }: { state: CustomerStep['state'] }) {
  if (state === 'done') {
    return (
      <span className={cx(markerClasses, 'border-brand-ink text-brand-ink')}>
        <Icon name="check" size={16} />
      </span>
    );
  }
  if (state === 'current') {
    return (
      <span className={cx(markerClasses, 'border-brand-ink')}>
        <span className="size-2.5 rounded-full bg-brand-ink" />
      </span>
    );
  }
  return <span className={cx(markerClasses, 'border-line-strong', state === 'unknown' && 'border-dashed')} />;
}

/** Who acts now, and how long a step usually takes that is not over. */
function StepDetails({ step, migration, partner, messages }: StepsProps & { step: CustomerStep }) {
  const { t, format } = messages;
  if (step.state === 'done' || step.state === 'unknown') return null;
  const actor = step.state === 'current' ? actors[step.key] : undefined;
  const exit = migration.steps.exits.at(-1);
  // Nothing is ahead of a migration that has ended.
  const range = exit === undefined || exit === 'other' ? migration.usual[step.key] : undefined;
  const details = format.phrases([
    ...(actor === undefined ? [] : [actor === 'partner' ? partner : t(`myMigration.who.${actor}`)]),
    ...(range === undefined ? [] : [describeRange(messages, range)]),
  ]);
  if (details === '') return null;
  const isSlow = step.state === 'current' && migration.isSlow;
  return (
    <span className="block text-14 text-meta">
      {isSlow ? format.sentences([format.sentence(details), t('myMigration.usual.slow')]) : details}
    </span>
  );
}
