'use client';

import { useEffect } from 'react';
import { completeUrl, isWebUrl } from '@/lib/contract/complete-url';
import { isMailAddress } from '@/lib/contract/mail-address';
import { errorIdOf } from './error-id';

/**
 * Checks the forms of the page before they are sent and shows messages beside the fields. The fields say what is checked
 * and have the messages (`Field`), so that the forms need no script of their own. Without script, the server does the same.
 */
export function CheckForms() {
  useEffect(() => {
    // Forms have `noValidate`, so that browsers do not show their own messages.
    document.addEventListener('submit', checkForm, true);
    return () => document.removeEventListener('submit', checkForm, true);
  }, []);
  return null;
}

function checkForm(event: SubmitEvent): void {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement)) return;
  const data = new FormData(form);
  let first: HTMLElement | undefined;
  for (const field of form.elements) {
    if (!(field instanceof HTMLElement) || partOf(field) !== partOf(submitter ?? form)) continue;
    const value = data.get(field.getAttribute('name') ?? '') ?? '';
    const message = findProblem(String(value).trim(), field.dataset);
    if (message === undefined) continue;
    const error = document.getElementById(errorIdOf(field.id));
    if (error) {
      error.textContent = message;
      error.hidden = message === '';
    }
    field.setAttribute('aria-invalid', String(message !== ''));
    if (message !== '') first ??= field;
  }
  if (!first) return;
  event.preventDefault();
  // Of the tools, the first one.
  (first.querySelector<HTMLElement>('[type=radio]') ?? first).focus();
}

/** A form may have parts with buttons of their own, which check no other fields. */
export const partOf = (element: Element | null) => element?.closest('[data-part],form');

/** Empty if it is fine, undefined if the field is not checked. */
function findProblem(value: string, { required, email, url }: DOMStringMap): string | undefined {
  if ((required ?? email ?? url) === undefined) return undefined;
  if (value === '') return required ?? '';
  if (email !== undefined && !isMailAddress(value)) return email;
  if (url !== undefined && !isWebUrl(completeUrl(value))) return url;
  return '';
}
