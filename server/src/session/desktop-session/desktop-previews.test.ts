import { describe, expect, it } from 'vitest';

import { DesktopPreviews } from './desktop-previews.ts';

function looked() {
  const wanted: { onPicture: (picture: Buffer) => void; onFailure: (error: unknown) => void }[] = [];
  let now = 0;
  const previews = new DesktopPreviews({ take: (one) => void wanted.push(one) }, { now: () => now });
  const draw = (text: string) => wanted.at(-1)?.onPicture(Buffer.from(text));
  return { previews, wanted, draw, pass: (ms: number) => (now += ms) };
}

describe('what a desktop looks like from afar', () => {
  it('has a name that is another when the desktop has changed, and another for each desktop', () => {
    const { previews } = looked();
    const { version } = previews.preview;
    expect(previews.preview.version).toBe(version);
    previews.onChange();
    expect(previews.preview.version).not.toBe(version);
    expect(looked().previews.preview.version).not.toBe(version);
    expect(version).toMatch(/^[A-Za-z0-9_.-]{1,120}$/);
  });

  it('is drawn once for all who ask, and again when it has changed and some time has passed', async () => {
    const { previews, wanted, draw, pass } = looked();
    const [one, two] = [previews.drawing(), previews.drawing()];
    draw('first');
    expect([String(await one), String(await two)]).toEqual(['first', 'first']);
    pass(60_000);
    expect(String(await previews.drawing())).toBe('first');
    previews.onChange();
    const three = previews.drawing();
    draw('second');
    expect(String(await three)).toBe('second');
    previews.onChange();
    pass(4000);
    expect(String(await previews.drawing())).toBe('second');
    expect(wanted).toHaveLength(2);
  });

  it('is asked for again when it failed or was too large', async () => {
    const { previews, wanted } = looked();
    const one = previews.drawing();
    wanted[0]?.onFailure(new Error('guacd is gone'));
    await expect(one).rejects.toThrow('guacd is gone');
    const two = previews.drawing();
    wanted[1]?.onPicture(Buffer.alloc(9 * 1024 * 1024));
    await expect(two).rejects.toThrow('too large');
    const three = previews.drawing();
    wanted[2]?.onPicture(Buffer.from('there'));
    expect(String(await three)).toBe('there');
  });
});
