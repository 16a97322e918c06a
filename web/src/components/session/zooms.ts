/** How much larger than what fits a screen can be drawn. */
export const ZOOMS = [1, 1.5, 2, 3, 4] as const;
export type Zoom = (typeof ZOOMS)[number];
