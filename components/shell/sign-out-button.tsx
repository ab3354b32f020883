import { Button } from '../ui/button';

/** Ends this session, or every one of the person's. A plain form to our own origin: it needs no script. */
export function SignOutButton() {
  return (
    <form method="post" action="/api/auth/sign-out" className="border-t pt-2">
      <Button type="submit" variant="ghost" icon="sign-out" className="w-full !justify-start">
        Sign out
      </Button>
      <Button
        type="submit"
        name="everywhere"
        value="1"
        variant="ghost"
        icon="lock"
        className="w-full !justify-start"
        data-tip="Ends your sessions in every browser"
      >
        Sign out everywhere
      </Button>
    </form>
  );
}
