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
  const pressed = submitter?.getAttribute('name');
  // A search for a tool sends the form as it is.
  if (pressed === 'search') return;
  if (pressed === 'searched') {
    const field = document.activeElement;
    if (field?.getAttribute('name') === 'q') return;
    // Enter in any other field means the button at the end. Forms cannot be sent while they are being sent.
    event.preventDefault();
    setTimeout(() => [...form.querySelectorAll('button')].at(-1)?.click());
    return;
  }
  const data = new FormData(form);
  const invalid: HTMLElement[] = [];
  for (const field of form.elements) {
    if (!(field instanceof HTMLElement)) continue;
    const name = field.getAttribute('name') ?? '';
    const message = findProblem(String(data.get(name) ?? '').trim(), field.dataset);
    if (message === undefined) continue;
    const error = document.getElementById(errorIdOf(field.id));
    if (error) {
      error.textContent = message;
      error.hidden = message === '';
    }
    field.toggleAttribute('aria-invalid', false);
    if (message === '') continue;
    field.setAttribute('aria-invalid', 'true');
    invalid.push(field);
  }
  const [first] = invalid;
  if (!first) return;
  event.preventDefault();
  const target = first instanceof HTMLFieldSetElement ? first.querySelector<HTMLElement>('[type=radio]') : first;
  target?.focus();
}

/** Empty if it is fine, undefined if the field is not checked. */
function findProblem(value: string, { required, email, url }: DOMStringMap): string | undefined {
  if (required === undefined && email === undefined && url === undefined) return undefined;
  if (value === '') return required ?? '';
  if (email !== undefined && !isMailAddress(value)) return email;
  if (url !== undefined && !isWebUrl(completeUrl(value))) return url;
  return '';
}
