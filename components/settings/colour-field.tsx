'use client';

import { colourPattern } from '@/lib/contract/brand-rules';
import { Field, Input } from '../ui/field';

export function ColourField({
  label,
  chooseLabel,
  value,
  error,
  onChange,
}: {
  label: string;
  chooseLabel: string;
  value: string;
  error: readonly string[];
  onChange: (colour: string) => void;
}) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <span className="flex items-center gap-2">
          <input
            type="color"
            aria-label={chooseLabel}
            value={colourPattern.test(value) ? value : '#000000'}
            onChange={(event) => onChange(event.target.value)}
            className="size-9 flex-none cursor-pointer rounded-2 border border-control bg-canvas p-1 max-md:size-11"
          />
          <Input
            {...control}
            className="max-w-36 font-mono"
            maxLength={7}
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value.trim())}
          />
        </span>
      )}
    </Field>
  );
}
