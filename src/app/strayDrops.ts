/**
 * A file that is dropped beside a drop zone would be opened by the browser in place of
 * the page, and with the page goes what was pasted into it and the key. Drop zones
 * answer first; text that is dropped into a field stays the browser's.
 */
export function ignoreStrayDrops(
  target: Pick<Window, 'addEventListener' | 'removeEventListener'> = window,
): () => void {
  const ignore = (event: Event) => {
    const { dataTransfer } = event as DragEvent;
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    // Shows the reader that nothing happens here.
    dataTransfer.dropEffect = 'none';
  };
  target.addEventListener('dragover', ignore);
  target.addEventListener('drop', ignore);
  return () => {
    target.removeEventListener('dragover', ignore);
    target.removeEventListener('drop', ignore);
  };
}
