import { describe, expect, it } from 'vitest';

import { previewOf } from './preview-kind.ts';

describe('what is shown of a file', () => {
  it.each([
    ['photo.JPG', 'image', 'image/jpeg'],
    ['a.b.pdf', 'pdf', 'application/pdf'],
    ['x.mp3', 'audio', 'audio/mpeg'],
    ['x.webm', 'video', 'video/webm'],
  ])('%s is shown as %s', (name, kind, type) => {
    expect(previewOf(name)).toEqual({ kind, type });
  });

  it.each(['x.svg', 'x.html', 'x.htm', 'x.xhtml', 'x.xml', 'x.js', 'png', 'x.png.html', 'x.constructor', ''])(
    '%j is no picture, whatever it holds',
    (name) => {
      expect(previewOf(name)).toBeUndefined();
    },
  );
});
