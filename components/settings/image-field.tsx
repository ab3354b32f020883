'use client';

import { useId, useRef, useState } from 'react';
import { brandImageHref, type ImageKind, imageLimits } from '@/lib/contract/brand-rules';
import type { BrandImage } from '@/lib/contract/branding';
import { problemOf } from '../ui/problem-notice';
import { useUploadBrandImage } from '@/lib/query/use-branding';
import { Button } from '../ui/button';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { imageLabels as labels } from './branding-labels';

/** The server checks and stores the image at once; customers see it once the branding is saved. */
export function ImageField({
  name,
  kind,
  image,
  error,
  onChange,
}: {
  name: 'logo' | 'darkLogo' | 'favicon';
  kind: ImageKind;
  image: BrandImage | null;
  error: readonly string[];
  onChange: (image: BrandImage | null) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [fileError, setFileError] = useState('');
  const upload = useUploadBrandImage();
  const { maxBytes, types } = imageLimits[kind];
  const texts = labels[name];
  const errors = [
    ...(fileError === '' ? [] : [fileError]),
    ...(upload.error === null ? [] : messagesOf(upload.error)),
    ...error,
  ];

  const send = async (file: File | undefined) => {
    if (!file) return;
    upload.reset();
    setFileError('');
    if (file.size > maxBytes) {
      return setFileError(labels.tooLarge(maxBytes / 1000, Math.ceil(file.size / 1000)));
    }
    const content = await toBase64(file).catch(() => null);
    if (content === null) return setFileError(labels.unreadable);
    upload.mutate({ kind, content }, { onSuccess: onChange });
  };

  return (
    <div>
      <p id={id} className="mb-1 text-13 font-strong">
        {texts.label} <span className="ms-1 font-normal text-meta">{labels.optional}</span>
      </p>
      <div
        role="group"
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        className="flex flex-wrap items-center gap-2"
      >
        {image !== null && (
          <span
            className={cx(
              'grid h-10 place-items-center rounded-2 border px-2',
              name === 'darkLogo' ? 'bg-[#0e1114]' : 'bg-[#fff]',
            )}
          >
            <img
              src={brandImageHref(image)}
              alt={texts.alt}
              // Known before the image is loaded, so that nothing moves.
              {...(image.width > 0 && { width: image.width, height: image.height })}
              className="h-7 w-auto max-w-40 object-contain"
            />
          </span>
        )}
        <input
          ref={input}
          type="file"
          accept={types.map((type) => `image/${type}`).join(',')}
          aria-label={texts.file}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void send(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button
          icon="upload"
          busy={upload.isPending}
          onClick={() => input.current?.click()}
          {...(errors.length > 0 && { 'aria-describedby': `${id}-error` })}
        >
          {image === null ? labels.choose : labels.chooseAnother}
        </Button>
        {image !== null && (
          <Button
            variant="ghost"
            icon="trash"
            onClick={() => {
              upload.reset();
              setFileError('');
              onChange(null);
            }}
          >
            {labels.remove}
          </Button>
        )}
        {image !== null && image.width > 0 && (
          <span className="text-12 text-meta">{labels.pixels(image.width, image.height)}</span>
        )}
      </div>
      <div id={`${id}-error`} role="alert" className="text-12 text-unkn">
        {errors.map((message) => (
          <p key={message} className="mt-1 flex gap-1.5">
            <Icon name="warning" size={12} className="mt-0.5 flex-none" />
            <span className="min-w-0">{message}</span>
          </p>
        ))}
      </div>
      <p id={`${id}-hint`} className="mt-1 text-12 text-meta">
        {texts.hint}
      </p>
    </div>
  );
}

function messagesOf(error: Error): string[] {
  const problem = problemOf(error);
  const messages = problem?.errors.map(({ message }) => message) ?? [];
  return messages.length > 0 ? messages : [problem?.detail ?? error.message];
}

function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new Error('unreadable'));
    reader.readAsDataURL(file);
  });
}
