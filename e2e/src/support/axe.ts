import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const THEMES = ['light', 'dark'] as const;
const SERIOUS = new Set(['serious', 'critical']);
/** Of what axe looks at, only colours differ between the themes. */
const COLOURS: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** What keeps people from using the page as it stands, in both themes: one line per element. */
export async function findings(page: Page, place: string, within = 'body'): Promise<string[]> {
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await standsStill(page);
    const results = await look(page, within, theme === 'light' ? {} : COLOURS);
    for (const { id, impact, nodes } of results.violations) {
      if (impact && SERIOUS.has(impact)) {
        found.push(
          ...nodes.map(
            ({ html, any }) => `${place} (${theme}) ${id}: ${any[0]?.message ?? ''} ${html.slice(0, 240)}`,
          ),
        );
      }
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
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

async function look(page: Page, within: string, options: RunOptions): Promise<AxeResults> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
  }
  const given = JSON.stringify({ ...options, resultTypes: ['violations'], preload: false });
  return page.evaluate<AxeResults>(`axe.run(document.querySelector('${within}') ?? document, ${given})`);
}
