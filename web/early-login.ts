import { LANGUAGES } from '@jadegate/contract/language';
import { createServer, type Plugin } from 'vite';

import { PALETTES, variableName, type Palette, type ThemeMode } from './src/app/palette.ts';

const SOURCE = '/src/features/identity/auth/early-login.tsx';

type Source = typeof import('./src/features/identity/auth/early-login.tsx');

/** The login form in every language, each as a template. */
async function templates(): Promise<string> {
  const vite = await createServer({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { conditions: ['source', 'module', 'node', 'development|production'] },
  });
  try {
    const { earlyLogin: render } = (await vite.ssrLoadModule(SOURCE)) as Source;
    let all = '';
    for (const language of LANGUAGES) {
      // One after the other: they share the language of the texts.
      all += `<template id="login-${language}">${await render(language)}</template>\n    `;
    }
    return all;
  } finally {
    await vite.close();
  }
}

/** The colours, which `applyPalette` sets as soon as there is a script. */
function colours(): string {
  const of = (mode: ThemeMode) =>
    (Object.keys(PALETTES[mode]) as (keyof Palette)[])
      .map((name) => `${variableName(name)}:${PALETTES[mode][name]}`)
      .join(';');
  return `<style nonce="__CSP_NONCE__">:root{${of('light')}}
@media (prefers-color-scheme:dark){:root:not([data-theme]){${of('dark')}}}
:root[data-theme=dark]{${of('dark')}}</style>\n  </head>`;
}

/** Puts the login form and its colours into the page: `public/early.js` shows it while scripts come. */
export function earlyLogin(): Plugin {
  return {
    name: 'early-login',
    apply: 'build',
    transformIndexHtml: async (html) =>
      html.replace('</head>', colours()).replace('<div id="root">', `${await templates()}<div id="root">`),
  };
}
