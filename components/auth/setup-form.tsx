import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { AuthLayout } from './auth-layout';
import { setupLabels as labels, setupProblems } from './setup-labels';

/** The first visit. `problem` comes from the address and is never shown itself; `email` is what was tried. */
export function SetupForm({ problem, email }: { problem: string | null; email: string }) {
  const found = Object.entries(setupProblems).find(([name]) => name === problem)?.[1];
  const errorOf = (field: 'code' | 'email') => (found?.field === field ? found.message : null);
  return (
    <AuthLayout title={labels.title} intro={labels.intro}>
      {/* The server checks the input, so that errors are in our words. */}
      <form action="/api/setup" method="post" noValidate className="mt-6 grid gap-4">
        <TextField
          label={labels.code}
          hint={labels.codeHint}
          error={errorOf('code')}
          required
          name="code"
          autoComplete="off"
          spellCheck={false}
          autoFocus={found?.field !== 'email'}
        />
        <TextField
          label={labels.email}
          error={errorOf('email')}
          required
          type="email"
          name="email"
          defaultValue={email}
          autoComplete="username"
          autoFocus={found?.field === 'email'}
        />
        <TextField label={labels.name} optional name="name" autoComplete="name" />
        <Button type="submit" variant="primary" size="lg" className="w-full">
          {labels.submit}
        </Button>
      </form>
    </AuthLayout>
  );
}
