/** Audit entries whose subject is a username. A creation without one has the id of its attempt instead. */
export function isAboutUsername(action: string): boolean {
  return action === 'link.made' || action === 'customer.exported' || action.startsWith('import.creation_');
}
