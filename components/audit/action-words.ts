const known: Readonly<Record<string, string>> = {
  'session.started': 'Signed in',
  'session.ended': 'Signed out',
  'session.refused': 'Sign-in refused',
  'access.refused': 'Access refused',
  'staff.added': 'Staff added',
  'staff.linked': 'Company account linked',
  'staff.role_changed': 'Role changed',
  'staff.disabled': 'Staff disabled',
  'staff.enabled': 'Staff enabled',
  'staff.password_reset': 'Password reset',
  'staff.signed_out_everywhere': 'Signed out everywhere',
  'audit.exported': 'Audit exported',
};

/** An action in words; one we have no words for is shown by its own, with the dots and underscores taken out. */
export function actionWords(action: string): string {
  const words = Object.hasOwn(known, action) ? known[action] : undefined;
  if (words !== undefined) return words;
  const plain = action.replace(/[._]+/g, ' ').trim();
  return plain === '' ? action : plain[0]?.toUpperCase() + plain.slice(1);
}
