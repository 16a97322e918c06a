import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';

import type { XWindow } from './x-window.ts';

/** What a test does with a desktop on the session page. */

/** Of the VNC host's screen, in its own pixels. */
const VNC_WIDTH = 1024;

/** The picture of the desktop in front. */
export const picture = (page: Page) =>
  page.locator('section[data-focused="true"] [data-part="desktop"] > div');

/** How many pixels of its own a desktop is wide; `as drawn` for one that takes the size of the place it is drawn in. */
type Width = number | 'as drawn';

/** Moves the pointer to a place of the desktop, whatever size it is drawn in, and presses. */
export async function point(
  page: Page,
  { x, y }: { x: number; y: number },
  width: Width = VNC_WIDTH,
  shown: Locator = picture(page),
): Promise<void> {
  const box = await shown.boundingBox();
  const scale = width === 'as drawn' ? 1 : (box?.width ?? 0) / width;
  await page.mouse.move((box?.x ?? 0) + x * scale, (box?.y ?? 0) + y * scale, { steps: 3 });
  await page.mouse.down();
  await page.mouse.up();
}

/** The picture for somebody who takes part in it, once it is drawn: before that there is no place to point at. */
export async function joinedPicture(page: Page): Promise<Locator> {
  await page.getByText('已加入', { exact: true }).waitFor();
  const shown = page.getByTestId('shared-screen').locator('> div');
  await expect.poll(async () => (await shown.boundingBox())?.width ?? 0).toBeGreaterThan(0);
  return shown;
}

/** Sits down before the window: it has the keyboard some time after its program is there. */
export async function sitAt(page: Page, window: XWindow, width: Width = VNC_WIDTH): Promise<void> {
  const pressEnter = async () => {
    await point(page, window.spot, width);
    await page.keyboard.press('Enter');
    return vi.waitUntil(() => window.lines(), { timeout: 2000 }).catch(() => '');
  };
  await expect.poll(pressEnter, { timeout: 20_000 }).not.toBe('');
}

/** Behind the line ends with which somebody sat down. */
export async function typed(window: XWindow, lines: string): Promise<void> {
  await expect.poll(async () => (await window.lines()).replace(/^\n+/, ''), { timeout: 15_000 }).toBe(lines);
}
