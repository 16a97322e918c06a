import { act, fireEvent, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { expect, it } from 'vitest';

import { renderPart } from '../../../../test/render.tsx';
import { PlaybackClock } from './playback-clock.ts';
import { PlayerFrame } from './PlayerFrame.tsx';
import { Slides } from './slides.builders.ts';

const OUTLINE = {
  assetName: 'web-01',
  userName: 'Mei',
  userAccount: 'mei',
  startedAt: Date.UTC(2026, 0, 2),
  durationMs: 60_000,
  isImported: false,
};
const FRAME_MS = 16;

async function open() {
  const slides = new Slides();
  const clock = new PlaybackClock(OUTLINE.durationMs, slides);
  let drawn = 0;
  renderPart(
    <Profiler id="player" onRender={() => (drawn += 1)}>
      <PlayerFrame
        outline={OUTLINE}
        clock={clock}
        ticks={[]}
        onCopyLink={() => undefined}
        tools={null}
        moreTools={null}
      >
        <div />
      </PlayerFrame>
    </Profiler>,
    {},
  );
  await act(() => clock.seek(0));
  return { clock, slides, drawn: () => drawn };
}

const rail = () => screen.getByRole<HTMLInputElement>('slider');

it('is not drawn anew with each frame, which a slow machine cannot and React takes for an endless loop', async () => {
  const { clock, drawn } = await open();
  await act(() => clock.play());
  const before = drawn();
  for (let frame = 0; frame < 125; frame++) {
    await act(() => clock.tick(FRAME_MS));
  }
  expect(clock.state.position).toBe(2000);
  // The clocks in words change each second; what moves in between is the handle alone.
  expect(drawn() - before).toBeLessThanOrEqual(6);
  expect(rail().valueAsNumber).toBe(2000);
  expect(rail().getAttribute('aria-valuetext')).toBe('00:02');
  expect(screen.getByRole('timer').textContent).toBe('00:02 / 01:00');
});

it('is moved by the handle, which stays in the hand while it is dragged', async () => {
  const { clock, slides } = await open();
  fireEvent.pointerDown(rail());
  fireEvent.input(rail(), { target: { value: '30500' } });
  expect(slides.slide).toBe(30);
  await act(() => clock.seek(10_000));
  expect(rail().valueAsNumber).toBe(30_500);
  fireEvent.pointerUp(rail());
  expect(rail().valueAsNumber).toBe(10_000);
});

it('is played and moved by keys, also while the handle has the focus', async () => {
  const { clock } = await open();
  rail().focus();
  const press = (key: string) => act(async () => fireEvent.keyDown(rail(), { key }));
  await press('ArrowRight');
  expect(clock.state.position).toBe(5000);
  await press('ArrowLeft');
  expect(clock.state.position).toBe(0);
  await press(' ');
  expect(clock.state.isPlaying).toBe(true);
});
