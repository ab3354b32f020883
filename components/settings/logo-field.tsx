'use client';

import { useId, useRef, useState } from 'react';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';

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
    if (!imageTypes.includes(file.type)) return setFileError('Must be a PNG, JPEG or WebP picture');
    if (file.size > maxBytes)
      return setFileError(`Must be at most 100 kB; this one has ${Math.ceil(file.size / 1000)} kB`);
    setFileError('');
    const reader = new FileReader();
    reader.onload = () => {
      if (typeof reader.result === 'string') onChange(reader.result);
    };
    reader.onerror = () => setFileError('The picture could not be read');
    reader.readAsDataURL(file);
  };

  return (
    <div>
      <p id={id} className="mb-1 text-13 font-strong">
        Logo <span className="ms-1 font-normal text-meta">optional</span>
      </p>
      <div
        role="group"
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        className="flex flex-wrap items-center gap-2"
      >
        {logo !== null && (
          <span className="grid h-10 place-items-center rounded-2 border bg-[#fff] px-2">
            <img src={logo} alt="Your logo" className="h-7 max-w-40 object-contain" />
          </span>
        )}
        <input
          ref={input}
          type="file"
          accept={imageTypes.join(',')}
          aria-label="Logo file"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            readLogo(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button icon="upload" onClick={() => input.current?.click()}>
          {logo === null ? 'Choose a picture' : 'Choose another'}
        </Button>
        {logo !== null && (
          <Button variant="ghost" icon="trash" onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      {errors.map((message) => (
        <p key={message} role="alert" className="mt-1 flex gap-1.5 text-12 text-unkn">
          <Icon name="warning" size={12} className="mt-0.5" /> {message}
        </p>
      ))}
      <p id={`${id}-hint`} className="mt-1 text-12 text-meta">
        PNG, JPEG or WebP, at most 100 kB; shown 32 px high. Without one, the first letter of the name stands there.
      </p>
    </div>
  );
}
