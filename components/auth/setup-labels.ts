export const setupLabels = {
  title: 'Set up Landfall',
  intro: 'Create the first admin account. Next you choose its password.',
  code: 'One-time code',
  codeHint: 'Printed in the terminal that started Landfall. Valid for 24 hours; every start prints a new one.',
  email: 'Your e-mail address',
  name: 'Your name',
  submit: 'Continue',
} as const;

export const setupProblems = {
  wrong: { field: 'code', message: 'This code is not valid. Copy it from the terminal, or restart to get a new one.' },
  throttled: { field: 'code', message: 'Too many attempts. Wait 15 minutes, then try again.' },
  email: { field: 'email', message: 'Enter a valid e-mail address.' },
} as const;
