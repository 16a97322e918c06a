import type { ILinkHandler } from '@xterm/xterm';

/** Only addresses of the web, and without a way back to this page: a target decides what it prints. */
export function openLink(_event: MouseEvent, address: string): void {
  if (/^https?:\/\//i.test(address)) {
    window.open(address, '_blank', 'noopener,noreferrer');
  }
}

/** For links that a program draws behind a text of its own (OSC 8). */
export const LINKS: ILinkHandler = { activate: openLink, allowNonHttpProtocols: false };

/** Where people look on, what was printed leads nowhere. */
export const NO_LINKS: ILinkHandler = { activate: () => undefined, allowNonHttpProtocols: false };
