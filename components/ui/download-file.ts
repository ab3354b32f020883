/** Offers a file to the person, as if they had followed a link to it. */
export function downloadFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  // The download has started by then; without revoking, the blob stays in memory.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
