const actionLabels: Readonly<Record<string, string>> = {
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
export function actionLabel(action: string): string {
  const label = Object.hasOwn(actionLabels, action) ? actionLabels[action] : undefined;
  if (label !== undefined) return label;
  const spaced = action.replace(/[._]+/g, ' ').trim();
  return spaced === '' ? action : spaced[0]?.toUpperCase() + spaced.slice(1);
}
