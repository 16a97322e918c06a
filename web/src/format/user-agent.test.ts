import { expect, it } from 'vitest';

import { describeAgent } from './user-agent.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  [`${WINDOWS} ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`, 'Chrome 131 · Windows'],
  [`${WINDOWS} ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.51`, 'Edge 131 · Windows'],
  [`${WINDOWS} ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 OPR/116.0.0.0`, 'Opera 116 · Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox 133 · Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari 18.1 · macOS',
  ],
  [`${IPHONE} Version/18.1.1 Mobile/15E148 Safari/604.1`, 'Safari 18.1 · iOS'],
  [`${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome 131 · iOS'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${WEBKIT} Chrome/131.0.0.0 Mobile Safari/537.36`,
    'Chrome 131 · Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet 27 · Android',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`,
    'Chrome 131 · ChromeOS',
  ],
  ['Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', 'Internet Explorer 11 · Windows'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/131.0.0.0 Safari/537.36`,
    'Headless Chrome 131 · Linux',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux'],
  ['Mozilla/5.0', 'Mozilla/5.0'],
  ['curl/8.5.0', 'curl 8.5.0'],
  ['python-requests/2.32 extra', 'python-requests 2.32'],
  ['   ', ''],
  ['', ''],
])('%s is %s', (agent, text) => {
  expect(describeAgent(agent)).toBe(text);
});

it('keeps what a stranger sends short', () => {
  expect(describeAgent('x'.repeat(4000))).toHaveLength(60);
});
