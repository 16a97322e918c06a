/** Puts text on the clipboard. Over plain HTTP the clipboard API is absent, so the older way is kept. */
export async function copyText(text: string): Promise<void> {
  // `clipboard` is missing outside secure contexts, whatever the DOM types say.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) {
    await clipboard.writeText(text);
    return;
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Beside the focused element, because a dialog takes focus back from anything outside it.
  const before = document.activeElement;
  (before?.parentElement ?? document.body).append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way where the clipboard API is absent
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) {
    before.focus();
  }
  if (!copied) {
    throw new Error('The browser refused to copy');
  }
}
