import { NEVER } from '@jadegate/contract/scalars';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { i18n } from '../i18n/index.ts';
import { renderPart } from '../test/render.tsx';
import { zoneName } from './relative-time.ts';
import { TimeText } from './TimeText.tsx';

const parts = i18n.getFixedT('zh-TW', 'parts');

beforeEach(() => {
  vi.useFakeTimers({
    now: new Date(2026, 10, 15, 12, 0, 0),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('TimeText', () => {
  it('is relative in lists, with the machine-readable time on the element', () => {
    renderPart(<TimeText value="2026-11-15 11:57:00" />);

    const time = screen.getByText(new Intl.RelativeTimeFormat('zh-TW').format(-3, 'minute'));
    expect(time.getAttribute('datetime')).toBe(new Date(2026, 10, 15, 11, 57).toISOString());
  });

  it('tells the exact time with its zone on hover', () => {
    renderPart(<TimeText value="2026-11-15 11:57:00" />);

    const { title } = screen.getByText(/3/);
    expect(title).toContain('2026-11-15 11:57:00');
    expect(title).toContain(zoneName(Date.now()));
  });

  it('is exact in logs and details, with the zone and how long ago on hover', () => {
    renderPart(<TimeText value="2026-11-15 11:57:00" variant="exact" />);

    const { title } = screen.getByText('2026-11-15 11:57:00');
    expect(title).toContain(new Intl.RelativeTimeFormat('zh-TW').format(-3, 'minute'));
    expect(title).toContain(zoneName(Date.now()));
  });

  it('has words for now and never', () => {
    renderPart(
      <>
        <TimeText value="2026-11-15 11:59:50" />
        <TimeText value={NEVER} />
      </>,
    );

    expect(screen.getByText(parts('time.now'))).toBeDefined();
    expect(screen.getByText(parts('time.never'))).toBeDefined();
  });

  it('grows older while it is looked at', async () => {
    renderPart(<TimeText value="2026-11-15 11:59:50" />);

    vi.advanceTimersByTime(120_000);

    expect(await screen.findByText(new Intl.RelativeTimeFormat('zh-TW').format(-2, 'minute'))).toBeDefined();
  });
});
