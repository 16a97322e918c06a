const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** What opens the command palette, as it is written on this computer's keyboard. */
export const PALETTE_KEYS = IS_APPLE ? '⌘ K' : 'Ctrl K';
