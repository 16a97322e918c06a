import { PLAYER_WORDS } from '@jadegate/contract/words/evidence';

import { RecordedPicture } from '../components/desktop/recorded-picture.ts';
import { FixedTerminal } from '../components/terminal/fixed-terminal.ts';
import { DesktopRecordingScreen } from '../features/session/session/desktop-recording-screen.ts';
import { PlaybackClock } from '../features/session/session/player/playback-clock.ts';
import { clockText, SPEEDS } from '../features/session/session/player/timeline.ts';
import type { BundledRecording } from './bundled-recording.ts';
import { make, said } from './make.ts';
import { WholeTerminalScreen } from './whole-terminal-screen.ts';

/** Plays a recording on an element that it fills. Answers how to jump in it. */
export async function play(
  place: HTMLElement,
  recording: BundledRecording,
  kind: 'terminal' | 'desktop',
): Promise<(moment: number) => void> {
  const holder = make('div', { className: `screen ${kind}` });
  const failure = make('p', { className: 'bad', role: 'alert' });
  const button = make('button', { type: 'button' });
  const track = make('input', { type: 'range', min: '0', max: String(recording.durationMs), value: '0' });
  track.setAttribute('aria-label', said(PLAYER_WORDS.position));
  const time = make('output', {});
  const speed = make('select', {});
  speed.setAttribute('aria-label', said(PLAYER_WORDS.speed));
  speed.append(
    ...SPEEDS.map((one) =>
      make('option', { value: String(one), textContent: `${one}×`, selected: one === 1 }),
    ),
  );
  const idle = make('input', { type: 'checkbox', checked: true });
  const idleLabel = make('label', {}, idle, said(PLAYER_WORDS.skip_idle));
  place.append(
    holder,
    make('div', { className: 'controls' }, button, track, time, speed, idleLabel),
    failure,
  );

  const { segments, keyframes, durationMs } = recording;
  const screen =
    kind === 'terminal'
      ? new WholeTerminalScreen(segments, recording, new FixedTerminal(holder))
      : new DesktopRecordingScreen({ segments, keyframes }, recording, new RecordedPicture(holder));
  const clock = new PlaybackClock(durationMs, screen);
  const show = () => {
    const { position, isPlaying, failure: why } = clock.state;
    button.textContent = said(isPlaying ? PLAYER_WORDS.pause : PLAYER_WORDS.play);
    track.value = String(Math.round(position));
    time.textContent = `${clockText(position)} / ${clockText(durationMs)}`;
    const reason = why instanceof Error ? why.message : '';
    failure.textContent = why === undefined ? '' : said(PLAYER_WORDS.failed, { reason });
  };
  clock.subscribe(show);
  button.addEventListener('click', () => clock.toggle());
  const jump = (moment: number) => {
    clock.seek(moment).catch(() => undefined);
  };
  track.addEventListener('input', () => jump(Number(track.value)));
  speed.addEventListener('change', () =>
    clock.setSpeed(SPEEDS.find((one) => String(one) === speed.value) ?? 1),
  );
  idle.addEventListener('change', () => clock.skipIdle(idle.checked));
  let last = performance.now();
  const tick = (now: number) => {
    clock.tick(now - last).catch(() => undefined);
    last = now;
    if (holder.isConnected) {
      requestAnimationFrame(tick);
    }
  };
  show();
  await clock.seek(0);
  requestAnimationFrame(tick);
  return jump;
}
