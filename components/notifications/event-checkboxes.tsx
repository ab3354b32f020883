import { useId } from 'react';
import { staffEvents, type StaffEvent } from '@/lib/contract/staff-events';
import { Checkbox } from '../ui/checkbox';
import { Icon } from '../ui/icon';
import { eventLabels, fieldLabels } from './labels';

export function EventCheckboxes({
  offered,
  chosen,
  error,
  onChange,
}: {
  offered: readonly StaffEvent[];
  chosen: readonly StaffEvent[];
  error: string | undefined;
  onChange: (chosen: StaffEvent[]) => void;
}) {
  const id = useId();
  const toggle = (event: StaffEvent, checked: boolean) =>
    onChange(staffEvents.filter((one) => (one === event ? checked : chosen.includes(one))));
  return (
    <fieldset {...(error !== undefined && { 'aria-describedby': id })}>
      <legend className="mb-2 text-13 font-strong">{fieldLabels.events}</legend>
      <div className="grid grid-cols-2 gap-x-6 gap-y-2.5 max-md:grid-cols-1 max-md:gap-y-1">
        {offered.map((event, at) => (
          <Checkbox
            key={event}
            className="max-md:min-h-11 max-md:py-1"
            label={eventLabels[event].label}
            hint={eventLabels[event].hint}
            checked={chosen.includes(event)}
            onChange={({ target }) => toggle(event, target.checked)}
            // The first one gets focus when none is chosen.
            {...(error !== undefined && at === 0 && { 'aria-invalid': true })}
          />
        ))}
      </div>
      {error !== undefined && (
        <p id={id} className="mt-1.5 flex gap-1.5 text-12 text-unkn">
          <Icon name="warning" size={12} className="mt-0.5" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
