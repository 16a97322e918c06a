import { SCREEN_STYLE, TRUE_COLOUR } from '@jadegate/contract/session/session-screen';

/** Colours of the screen inside the terminal: those of programs, not of the console around it. */
export const SCREEN_COLOURS = {
  background: '#1b1b1b',
  foreground: '#d6d6d6',
  cursor: '#d6d6d6',
  selectionBackground: '#44566b',
};

/** The sixteen that have names, as the terminal itself draws them. */
const NAMED = (
  '#2e3436 #cc0000 #4e9a06 #c4a000 #3465a4 #75507b #06989a #d3d7cf ' +
  '#555753 #ef2929 #8ae234 #fce94f #729fcf #ad7fa8 #34e2e2 #eeeeec'
).split(' ');
const CUBE = { start: 16, side: 6, steps: [0, 95, 135, 175, 215, 255] };
const GREYS = { start: 232, first: 8, step: 10 };
const BRIGHT = 8;

const hex = (red: number, green: number, blue: number) =>
  `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** A colour of a picture, as CSS has it. */
export function cssColour(colour: number): string {
  if (colour >= TRUE_COLOUR) {
    return `#${(colour - TRUE_COLOUR).toString(16).padStart(6, '0')}`;
  }
  if (colour >= GREYS.start) {
    const grey = GREYS.first + (colour - GREYS.start) * GREYS.step;
    return hex(grey, grey, grey);
  }
  if (colour >= CUBE.start) {
    const place = colour - CUBE.start;
    const step = (weight: number) => CUBE.steps[Math.floor(place / weight) % CUBE.side] ?? 0;
    return hex(step(CUBE.side ** 2), step(CUBE.side), step(1));
  }
  return NAMED[colour] ?? SCREEN_COLOURS.foreground;
}

interface Look {
  fg?: number | undefined;
  bg?: number | undefined;
  style?: number | undefined;
}

/** Letters and what is behind them; without the latter the screen shows through. */
export function coloursOf({ fg, bg, style = 0 }: Look): { letters: string; behind: string | undefined } {
  const isBold = (style & SCREEN_STYLE.bold) !== 0;
  const named = fg !== undefined && fg < BRIGHT && isBold ? fg + BRIGHT : fg;
  const letters = named === undefined ? SCREEN_COLOURS.foreground : cssColour(named);
  const behind = bg === undefined ? undefined : cssColour(bg);
  return (style & SCREEN_STYLE.inverse) === 0
    ? { letters, behind }
    : { letters: behind ?? SCREEN_COLOURS.background, behind: letters };
}
