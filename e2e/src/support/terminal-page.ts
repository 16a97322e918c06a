import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a test sees of the terminal page, made by `newTerminalPage`. */

export const pane = (page: Page, at = 0): Locator => page.locator('section[data-focused]').nth(at);

export const connected = (page: Page): Promise<void> =>
  page.getByRole('status').getByText('已連線').waitFor();

/** Opens a machine in a page that is signed in. Answers the session's id; the terminal need not be connected yet. */
export async function openTerminal(page: Page, assetId: string, name: string): Promise<string> {
  const [socket] = await Promise.all([
    page.waitForEvent('websocket', (opened) => opened.url().includes('/ssh?')),
    page.goto(`/term?${new URLSearchParams({ assetId, assetName: name }).toString()}`),
  ]);
  return /sessions\/([^/]+)/.exec(socket.url())?.[1] ?? '';
}

/** The rows of the screen: of one, or of the first on a page. */
export async function lines(of: Page | Locator): Promise<string[]> {
  const screen = 'keyboard' in of ? pane(of) : of;
  const rows = await screen.locator('.xterm-rows > div').allTextContents();
  return rows.map((row) => row.replaceAll('\u00A0', ' ').trimEnd());
}

/** Waits for a line that is the text and nothing else: output, not the echo of a command. */
export async function shows(of: Page | Locator, line: string, timeout = 15_000): Promise<void> {
  await expect.poll(() => lines(of), { timeout }).toContain(line);
}

export const run = (page: Page, command: string): Promise<void> => page.keyboard.type(`${command}\n`);

/** Into one of several screens of a page. */
export async function runIn(page: Page, screen: Locator, command: string): Promise<void> {
  await screen.locator('.xterm-helper-textarea').focus();
  await run(page, command);
}

/** A panel beside the session, opened unless the account left it open. */
export async function openPanel(page: Page, name: string): Promise<Locator> {
  const tool = page.getByRole('button', { name, exact: true });
  if ((await tool.getAttribute('aria-pressed')) === 'false') {
    await tool.click();
  }
  return page.getByRole('region', { name, exact: true });
}

/** No panel is beside the next session of the account either. */
export async function closePanel(page: Page): Promise<void> {
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/account/preferences'));
  await page.getByRole('button', { name: '關閉面板' }).click();
  await saved;
}
