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
  'staff.link_created': 'Account link created',
  'staff.password_set_by_link': 'Password set by link',
  'staff.confirmed_as_different_person': 'Confirmed as a different person',
  'staff.signed_out_everywhere': 'Signed out everywhere',
  'staff.password_changed': 'Password changed',
  'staff.other_sessions_ended': 'Other sessions ended',
  'session.confirmed': 'Identity confirmed',
  'passkey.added': 'Passkey added',
  'passkey.renamed': 'Passkey renamed',
  'passkey.removed': 'Passkey removed',
  'passkey.rejected': 'Copied passkey rejected',
  'recovery_codes.created': 'Recovery codes created',
  'recovery_code.used': 'Recovery code used',
  'audit.exported': 'Audit exported',
  'data.pruned': 'Old data deleted',
  'retention.changed': 'Retention changed',
  'warning_rules.changed': 'Explanations of warnings changed',
  'customer.exported': 'Customer data exported',
  'customer.erasure_started': 'Erasure of a customer started',
  'customer.erased': 'Customer erased',
  'customer.returned': 'Erased customer came back',
};

/** Unknown actions are shown as their own name without dots and underscores. */
export function actionLabel(action: string): string {
  const label = Object.hasOwn(actionLabels, action) ? actionLabels[action] : undefined;
  if (label !== undefined) return label;
  const spaced = action.replace(/[._]+/g, ' ').trim();
  return spaced === '' ? action : spaced[0]?.toUpperCase() + spaced.slice(1);
}
