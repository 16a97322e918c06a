import { theme } from 'antd';
import { useEffect, useMemo, useRef, type CSSProperties, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';

import type { PlaybackClock } from './playback-clock.ts';
import { drawnTicks, type Tick, type TickTone } from './ticks.ts';
import { clockText } from './timeline.ts';

import styles from './PlayerTrack.module.css';

interface PlayerTrackProps {
  clock: PlaybackClock;
  ticks: readonly Tick[];
}

/** Where the recording stands, and what happened when. The lists beside the player say the same to a screen reader. */
export function PlayerTrack({ clock, ticks }: PlayerTrackProps) {
  const { t } = useTranslation('session');
  const { token } = theme.useToken();
  const { durationMs } = clock;
  const drawn = useMemo(() => drawnTicks(ticks, durationMs), [ticks, durationMs]);
  const rail = useRef<HTMLInputElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  /** While it is dragged the handle is where the hand is, whatever is loaded meanwhile. */
  const isHeld = useRef(false);

  // Moved by hand: it changes with each frame, for which drawing anew is too much.
  useEffect(() => {
    const follow = () => {
      if (rail.current && !isHeld.current) {
        moveTo(rail.current, clock.state.position, durationMs);
      }
    };
    follow();
    return clock.subscribe(follow);
  }, [clock, durationMs]);

  const letGo = () => {
    isHeld.current = false;
    if (rail.current) {
      moveTo(rail.current, clock.state.position, durationMs);
    }
  };
  /** Which moment is under the pointer, before anybody clicks there. */
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)));
    if (bubble.current) {
      bubble.current.textContent = clockText(part * durationMs);
      bubble.current.style.left = `${part * 100}%`;
    }
  };
  const colours: Record<TickTone, string> = {
    command: token.colorTextTertiary,
    warned: token.colorWarning,
    denied: token.colorError,
    hit: token.gold6,
  };
  const look = {
    '--rail': token.colorFillSecondary,
    '--filled': token.colorPrimary,
    '--handle': token.colorBgElevated,
    '--bubble': token.colorBgSpotlight,
    '--bubble-text': token.colorTextLightSolid,
  } as CSSProperties;
  return (
    <div className={styles.track} style={look}>
      <input
        ref={rail}
        type="range"
        className={styles.slider}
        aria-label={t('player.position')}
        min={0}
        max={durationMs}
        defaultValue={0}
        onInput={({ currentTarget }) => {
          paint(currentTarget, currentTarget.valueAsNumber, durationMs);
          void clock.seek(currentTarget.valueAsNumber);
        }}
        onPointerDown={() => (isHeld.current = true)}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onPointerMove={point}
      />
      <span ref={bubble} className={styles.bubble} aria-hidden />
      <div className={styles.ticks} aria-hidden>
        {drawn.map(({ at, label, tone, more }) => (
          <button
            key={at}
            type="button"
            tabIndex={-1}
            className={styles.tick}
            data-tone={tone}
            aria-label={label}
            title={`${clockText(at)} ${label}${more > 0 ? t('player.more', { count: more }) : ''}`}
            style={{ left: `${(at / Math.max(1, durationMs)) * 100}%`, color: colours[tone] }}
            onClick={() => void clock.seek(at)}
          />
        ))}
      </div>
    </div>
  );
}

function moveTo(rail: HTMLInputElement, position: number, durationMs: number): void {
  const text = clockText(position);
  rail.valueAsNumber = Math.round(position);
  paint(rail, position, durationMs);
  if (rail.getAttribute('aria-valuetext') !== text) {
    rail.setAttribute('aria-valuetext', text);
  }
}

/** Fills the rail up to a moment. */
function paint(rail: HTMLInputElement, moment: number, durationMs: number): void {
  rail.style.setProperty('--part', String(moment / Math.max(1, durationMs)));
}
