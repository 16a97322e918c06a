import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SERIOUS = new Set(['serious', 'critical']);

/**
 * What keeps people from using the page as it stands: one line per element. A colour may begin to change while it is looked
 * at; what is wrong is still wrong when it is looked at again.
 */
export async function findings(page: Page, place: string, within = 'body'): Promise<string[]> {
  const found = await findingsNow(page, place, within);
  return found.length > 0 ? findingsNow(page, place, within) : found;
}

async function findingsNow(page: Page, place: string, within: string): Promise<string[]> {
  await standsStill(page);
  const { violations } = await look(page, within);
  return violations
    .filter(({ impact }) => impact && SERIOUS.has(impact))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${place} ${id}: ${any[0]?.message ?? ''} ${html.slice(0, 240)}`),
    );
}

/** What fades in has no colour of its own yet. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const isEndless = effect?.getComputedTiming().endTime === Infinity;
      return playState !== 'running' || isEndless;
    }),
  );
}

/** Looks at everything where it is light; where it is dark, only colours are different. */
async function look(page: Page, within: string): Promise<AxeResults> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
  }
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const given = JSON.stringify({
    resultTypes: ['violations'],
    preload: false,
    ...(isDark && { runOnly: ['color-contrast', 'link-in-text-block'] }),
  });
  return page.evaluate<AxeResults>(`axe.run(document.querySelector('${within}') ?? document, ${given})`);
}
