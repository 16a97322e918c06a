import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { Id, IdList } from '../scalars.ts';

/** How letters look, as bits that add up. */
export const SCREEN_STYLE = { bold: 1, dim: 2, italic: 4, underline: 8, inverse: 16, strike: 32 } as const;

/** A colour below this is one of the 256 of a terminal; above it, the rest is red, green and blue. */
export const TRUE_COLOUR = 0x1_00_00_00;

/** Cells side by side that look the same. All of them hold letters of one width. */
export const ScreenRun = z.object({
  /** The column it begins in, and how many it takes. */
  x: z.number().int(),
  cells: z.number().int(),
  text: z.string(),
  /** Absent: the terminal's own. */
  fg: z.number().int().optional(),
  bg: z.number().int().optional(),
  style: z.number().int().optional(),
});
export type ScreenRun = z.infer<typeof ScreenRun>;

/** What a terminal shows, without the blank rest of its lines. */
export const ScreenPicture = z.object({
  cols: z.number().int(),
  rows: z.number().int(),
  lines: z.array(z.array(ScreenRun)),
  /** Absent while the program hides it. */
  cursor: z.object({ x: z.number().int(), y: z.number().int() }).optional(),
});
export type ScreenPicture = z.infer<typeof ScreenPicture>;

export const SessionScreen = z.object({
  id: z.string(),
  /**
   * `live`: a picture is here, or the caller has it already. `over`: it ended, or no server that answers holds it.
   * `none`: it lives, but cannot be painted.
   */
  state: z.enum(['live', 'over', 'none']),
  /** Names the picture, to be sent back as known. */
  version: z.string(),
  /** Of a terminal. Absent when it is the one the caller knows; a desktop is drawn from `getDrawing`. */
  picture: ScreenPicture.optional(),
});
export type SessionScreen = z.infer<typeof SessionScreen>;

const Version = /^[A-Za-z0-9_.-]{1,120}$/;

export const listScreens = endpoint({
  method: 'GET',
  path: '/sessions/:ids/screens',
  access: ['online-session-monitor'],
  summary:
    'What live sessions show at this moment. DesktopSnapshots the caller knows are left out; those of desktops are asked for apart.',
  params: z.object({ ids: IdList.pipe(z.array(z.string()).max(LIMITS.screensPerCall.max)) }),
  query: z.object({
    /** Versions the caller has, joined with commas. */
    known: z
      .string()
      .default('')
      .transform((text) => text.split(',').filter((version) => Version.test(version))),
  }),
  // Whoever does not hold it says that it is over.
  gathered: ([own = [], ...others]) =>
    own.map((screen) => {
      const elsewhere = others.flat().find(({ id, state }) => id === screen.id && state !== 'over');
      return screen.state === 'over' && elsewhere ? elsewhere : screen;
    }),
  response: z.array(SessionScreen),
});

export const getDrawing = endpoint({
  method: 'GET',
  path: '/sessions/:id/drawing',
  access: ['online-session-monitor'],
  summary: 'What draws a live desktop as it is or was a few seconds ago, in Guacamole instructions.',
  held: true,
  params: z.object({ id: Id }),
  download: true,
});
