export const statusLabels = {
  /** After the status, for screen readers. */
  gone: ', no longer available',
};
