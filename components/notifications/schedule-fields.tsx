'use client';

import { useId, useSyncExternalStore } from 'react';
import {
  ruleEnvironments,
  ruleSchedules,
  type RuleEnvironment,
  type RuleSchedule,
} from '@/lib/contract/notification-rule-problems';
import { TextField } from '../ui/field';
import { SegmentedRadios } from '../ui/segmented';
import { SelectField } from '../ui/select';
import { useViewer } from '../ui/viewer';
import { environmentLabels, fieldLabels as labels, scheduleLabels } from './labels';

interface Schedule {
  environment: RuleEnvironment;
  schedule: RuleSchedule;
  time: string | null;
  zone: string | null;
}

/** Environment and schedule, for a rule and for the personal choice. */
export function ScheduleFields({
  value,
  errors,
  onChange,
}: {
  value: Schedule;
  errors: { time?: string | readonly string[] | undefined; zone?: string | readonly string[] | undefined };
  onChange: (change: Partial<Schedule>) => void;
}) {
  const id = useId();
  const browserZone = useViewer().zone;
  const zone = value.zone ?? browserZone;
  const zones = useSyncExternalStore(noSubscription, supportedZones, noZones);
  const zoneOptions = [...new Set([zone, browserZone, 'UTC', ...zones])].toSorted();
  return (
    <>
      <RadioRow
        label={labels.environment}
        name={`${id}-environment`}
        options={ruleEnvironments.map((option) => ({ value: option, label: environmentLabels[option] }))}
        value={value.environment}
        onChange={(environment) => onChange({ environment })}
      />
      <RadioRow
        label={labels.schedule}
        name={`${id}-schedule`}
        hint={scheduleLabels[value.schedule].hint}
        options={ruleSchedules.map((option) => ({ value: option, label: scheduleLabels[option].label }))}
        value={value.schedule}
        onChange={(schedule) =>
          onChange({ schedule, ...(schedule === 'daily' && { time: value.time ?? '09:00', zone }) })
        }
      />
      {value.schedule === 'daily' && (
        <div className="grid grid-cols-[136px_minmax(0,1fr)] gap-4 max-md:grid-cols-[152px_minmax(0,1fr)]">
          <TextField
            label={labels.time}
            type="time"
            error={errors.time}
            value={value.time ?? ''}
            onChange={(event) => onChange({ time: event.target.value })}
          />
          <SelectField
            label={labels.zone}
            error={errors.zone}
            options={zoneOptions.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
            value={zone}
            onChange={(chosen) => onChange({ zone: chosen })}
          />
        </div>
      )}
    </>
  );
}

export function RadioRow<Value extends string>({
  label,
  hint,
  options,
  ...radios
}: {
  label: string;
  hint?: string;
  name: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <div>
      <p className="mb-1 text-13 font-strong" aria-hidden>
        {label}
      </p>
      <SegmentedRadios
        legend={label}
        options={options.map((option) => ({
          ...option,
          label: <span className="whitespace-nowrap">{option.label}</span>,
        }))}
        {...radios}
        className="max-md:flex"
      />
      {hint !== undefined && <p className="mt-1 text-12 text-meta">{hint}</p>}
    </div>
  );
}

const noSubscription = () => () => {};
const none: readonly string[] = [];
/** The server's list may differ from the browser's. */
const noZones = () => none;
let zonesOfBrowser: readonly string[] | undefined;
const supportedZones = () => (zonesOfBrowser ??= Intl.supportedValuesOf('timeZone'));
