/** Of the 256 colours: bright black, and the ramp of greys up to where it is as good as white. */
const GREYS = (colour: number) =>
  colour === 8 || (colour >= 236 && colour <= 248) || colour === 59 || colour === 102;

/** How text looks, as far as it says what the text is. */
interface TextLook {
  isGrey: boolean;
  isReversed: boolean;
}

/** How text looks after a sequence that says so. */
export function lookAfter(params: string, before: TextLook): TextLook {
  const codes = params.split(/[;:]/).map((part) => Number.parseInt(part, 10) || 0);
  let { isGrey, isReversed } = before;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    isReversed = code === 7 || (isReversed && code !== 0 && code !== 27);
    if (code === 38 || code === 48) {
      const [isColour, taken] = readColour(codes.slice(at + 1));
      isGrey = code === 38 ? isColour : isGrey;
      at += taken;
    } else if (code === 90 || code === 2) {
      isGrey = true;
    } else if (
      code === 0 ||
      code === 22 ||
      code === 39 ||
      (code >= 30 && code <= 37) ||
      (code > 90 && code <= 97)
    ) {
      isGrey = false;
    }
  }
  return { isGrey, isReversed };
}

function readColour([kind, first = 0, second = 0, third = 0]: readonly number[]): [
  isGrey: boolean,
  taken: number,
] {
  if (kind === 5) {
    return [GREYS(first), 2];
  }
  const spread = Math.max(first, second, third) - Math.min(first, second, third);
  return [kind === 2 && spread <= 40 && first >= 48 && first <= 176, kind === 2 ? 4 : 0];
}
