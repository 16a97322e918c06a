import type { TerminalPreferences } from '@jadegate/contract/identity/terminal-preference';

const FLASH_MS = 150;
const TONE = { hertz: 660, seconds: 0.12, volume: 0.08 } as const;

/** A program rings. A flash is enough for most; a page may only sound once somebody has touched it. */
export function ringBell(how: TerminalPreferences['bell'], element: HTMLElement): void {
  if (how === 'flash') {
    element.animate([{ filter: 'invert(0.25)' }, { filter: 'none' }], FLASH_MS);
  } else if (how === 'sound') {
    playTone();
  }
}

function playTone(): void {
  const context = new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = TONE.hertz;
  volume.gain.value = TONE.volume;
  tone.connect(volume).connect(context.destination);
  tone.addEventListener('ended', () => void context.close());
  tone.start();
  tone.stop(context.currentTime + TONE.seconds);
}
