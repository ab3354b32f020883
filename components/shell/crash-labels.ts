/** Not in labels.ts, because every page preloads the crash page. */
export const crashLabels = {
  title: 'This page could not be shown',
  documentTitle: 'This page could not be shown, Landfall',
  text: 'Something went wrong on our side. Everything that was saved is still there, and nothing is sent twice.',
  retry: 'Try again',
  home: 'Go to overview',
  report: 'To report it, quote',
  noReference: 'no reference',
  copy: 'Copy',
  copied: 'Copied',
  copyHint: ' the reference',
};
