import { SCREEN_STYLE, TRUE_COLOUR } from '@jadegate/contract/session/session-screen';
import { describe, expect, it } from 'vitest';

import { coloursOf, cssColour, SCREEN_COLOURS } from './screen-colours.ts';

describe('a colour of a terminal', () => {
  it.each([
    [16, '#000000'],
    [196, '#ff0000'],
    [231, '#ffffff'],
    [67, '#5f87af'],
    [232, '#080808'],
    [255, '#eeeeee'],
    [TRUE_COLOUR + 0x01_02_0f, '#01020f'],
  ])('%i is %s', (colour, css) => {
    expect(cssColour(colour)).toBe(css);
  });

  it('is brighter in bold, the other way round when inverse, and shows the screen through otherwise', () => {
    expect(coloursOf({})).toEqual({ letters: SCREEN_COLOURS.foreground, behind: undefined });
    expect(coloursOf({ fg: 1, style: SCREEN_STYLE.bold }).letters).toBe(cssColour(9));
    expect(coloursOf({ style: SCREEN_STYLE.inverse })).toEqual({
      letters: SCREEN_COLOURS.background,
      behind: SCREEN_COLOURS.foreground,
    });
    expect(coloursOf({ fg: 2, bg: 4, style: SCREEN_STYLE.inverse })).toEqual({
      letters: cssColour(4),
      behind: cssColour(2),
    });
  });
});
