/** Browsers name those they descend from, so the younger stand before the older. */
const BROWSERS: readonly (readonly [token: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\b(?:OPR|OPT|OPX)\/(\d+)/, 'Opera'],
  [/\bVivaldi\/(\d+)/, 'Vivaldi'],
  [/\bYaBrowser\/(\d+)/, 'Yandex'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\bHeadlessChrome\/(\d+)/, 'Headless Chrome'],
  [/\b(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bChromium\/(\d+)/, 'Chromium'],
  [/\bVersion\/(\d+(?:\.\d+)?)\S*(?: Mobile\/\S+)? Safari\//, 'Safari'],
  [/\b(?:MSIE |Trident\/.*rv:)(\d+)/, 'Internet Explorer'],
];

/** Android calls itself Linux too, and iPads call themselves like a Mac. */
const SYSTEMS: readonly (readonly [token: RegExp, name: string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const PROGRAM_LENGTH = 60;

/** Browser, version and system in a few words; what is no browser is called by its first word; '' when nothing is said. */
export function describeAgent(agent: string): string {
  const system = SYSTEMS.find(([token]) => token.test(agent))?.[1];
  for (const [token, name] of BROWSERS) {
    const version = token.exec(agent)?.[1];
    if (version !== undefined) {
      return [`${name} ${version}`, system].filter(Boolean).join(' · ');
    }
  }
  const [first = ''] = agent.trim().split(/\s+/);
  const program = first.slice(0, PROGRAM_LENGTH);
  // Every browser begins so, and it says nothing.
  return program.startsWith('Mozilla/') ? (system ?? program) : program.replace('/', ' ');
}
