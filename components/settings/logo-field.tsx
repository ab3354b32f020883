'use client';

import { useId, useRef, useState } from 'react';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { logoLabels as labels } from './labels';

const maxBytes = 100_000;
const imageTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** Stored with the settings. No SVG, because it can contain script. */
export function LogoField({
  logo,
  error,
  onChange,
}: {
  logo: string | null;
  error: readonly string[];
  onChange: (logo: string | null) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [fileError, setFileError] = useState('');
  const errors = fileError === '' ? error : [fileError, ...error];

  const readLogo = (file: File | undefined) => {
    if (!file) return;
    if (!imageTypes.includes(file.type)) return setFileError(labels.wrongType);
    if (file.size > maxBytes) return setFileError(labels.tooLarge(Math.ceil(file.size / 1000)));
    setFileError('');
    const reader = new FileReader();
    reader.onload = () => {
      if (typeof reader.result === 'string') onChange(reader.result);
    };
    reader.onerror = () => setFileError(labels.unreadable);
    reader.readAsDataURL(file);
  };

  return (
    <div>
      <p id={id} className="mb-1 text-13 font-strong">
        {labels.label} <span className="ms-1 font-normal text-meta">{labels.optional}</span>
      </p>
      <div
        role="group"
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        className="flex flex-wrap items-center gap-2"
      >
        {logo !== null && (
          <span className="grid h-10 place-items-center rounded-2 border bg-[#fff] px-2">
            <img src={logo} alt={labels.alt} className="h-7 max-w-40 object-contain" />
          </span>
        )}
        <input
          ref={input}
          type="file"
          accept={imageTypes.join(',')}
          aria-label={labels.file}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            readLogo(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button icon="upload" onClick={() => input.current?.click()}>
          {logo === null ? labels.choose : labels.chooseAnother}
        </Button>
        {logo !== null && (
          <Button variant="ghost" icon="trash" onClick={() => onChange(null)}>
            {labels.remove}
          </Button>
        )}
      </div>
      {errors.map((message) => (
        <p key={message} role="alert" className="mt-1 flex gap-1.5 text-12 text-unkn">
          <Icon name="warning" size={12} className="mt-0.5" /> {message}
        </p>
      ))}
      <p id={`${id}-hint`} className="mt-1 text-12 text-meta">
        {labels.hint}
      </p>
    </div>
  );
}
