import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { earlyLogin } from './early-login.ts';
import { leanPackages } from './lean-packages.ts';

const SERVER = 'http://127.0.0.1:8088';

/** Pages and sources are Vite's; calls of `api/call.ts`, downloads and every write are the server's. */
function isForServer(request: IncomingMessage): boolean {
  const isCall = request.headers.accept?.includes('application/json') ?? false;
  return request.method !== 'GET' || isCall || (request.url?.includes('ticket=') ?? false);
}

/**
 * The icons of the side menu and of every list stay together although pages use some of them too: in files of their
 * own, a few hundred bytes each, they would weigh half as much again.
 */
const shellIcons = new Set([
  ...(readFileSync(new URL('src/app/menu-icons.tsx', import.meta.url), 'utf8').match(/\w+Outlined/g) ?? []),
  'MinusCircleOutlined',
  'SyncOutlined',
  'LogoutOutlined',
  'UserSwitchOutlined',
  'InfoCircleFilled',
  'InboxOutlined',
  'HomeOutlined',
  'CheckCircleOutlined',
  'DeleteOutlined',
  'LockOutlined',
  'WarningOutlined',
  'FilterOutlined',
  'DownloadOutlined',
  'PlusOutlined',
  'MoreOutlined',
  'ReloadOutlined',
]);
function isShellIcon(id: string): boolean {
  const name = /@ant-design[\\/]icons[^?]*[\\/](\w+)\.js$/.exec(id)?.[1];
  return name !== undefined && shellIcons.has(name);
}

/** What every list page is made of, together for the same reason. The calendar is not: it loads when it is opened. */
const LIST_PARTS =
  /[\\/]src[\\/](components[\\/](list[\\/](?!TimeRange|RowCards|card-parts)|(RowActions|EmptyState|ManualLink|ErrorState|DeniedState|StateView|LoadState|PageHeader|TimeText|relative-time|Mono|StatusTag|CopyButton|copy-text|Can|lazyOverlays|RefusableButton)\.)|hooks[\\/](useChange|useOverlays?|useListState|list-state|useIdlePreload|useDebouncedCallback|useStoredState|useHotkey|useNow)\.|api[\\/](in-parts|download|parse-query)\.)/;

/** Where the console starts; the login page comes with it. */
const START = fileURLToPath(new URL('src/main.tsx', import.meta.url));

interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/**
 * Everything that it imports, directly or not, is one file: of what later pages share the bundler would make two dozen,
 * and on a slow network they cost more than their bytes.
 */
const first = new Set<string>();

function isFirst(id: string, modules: Modules): boolean {
  if (first.size === 0) {
    // asked when all imports are known, for every module: walked once
    addImports(START, modules);
    first.delete(START);
  }
  return first.has(id);
}

function addImports(id: string, modules: Modules): void {
  if (!first.has(id)) {
    first.add(id);
    modules.getModuleInfo(id)?.importedIds.forEach((imported) => addImports(imported, modules));
  }
}

interface Rewording {
  file: RegExp;
  /** What stands there, and what is to stand there instead. */
  words: readonly (readonly [string, string])[];
}

/** What Ant Design says aloud in English, in the middle of a Chinese page, or not at all, and lets nobody change. */
const REWORDINGS: readonly Rewording[] = [
  // Icons stand beside words here, so they say nothing, except one that is named or can be clicked itself.
  {
    file: /[\\/]@ant-design[\\/]icons[\\/]es[\\/]components[\\/]AntdIcon(Light)?\.js/,
    words: [
      [
        'role: "img",\n    "aria-label": icon.name',
        '...(onClick || restProps["aria-label"] ? { role: "img", "aria-label": icon.name } : { "aria-hidden": true })',
      ],
    ],
  },
  // A number is changed with the arrow keys; its two small buttons are for the mouse.
  {
    file: /[\\/]@rc-component[\\/]input-number[\\/]es[\\/]StepHandler\.js/,
    words: [[`"aria-label": isUpAction ? 'Increase Value' : 'Decrease Value'`, '"aria-hidden": true']],
  },
  // A text is emptied with the keyboard, too; this button is for the mouse.
  {
    file: /[\\/]@rc-component[\\/]input[\\/]es[\\/]BaseInput\.js/,
    words: [
      [
        'createElement("button", {\n        type:',
        'createElement("button", { "aria-hidden": true, tabIndex: -1, type:',
      ],
    ],
  },
  // The buttons at the ends of a pager have an icon and no name.
  {
    file: /[\\/]@rc-component[\\/]pagination[\\/]es[\\/]Pagination\.js/,
    words: [
      ['disabled: !hasPrev', 'disabled: !hasPrev, "aria-label": locale.prev_page'],
      ['disabled: !hasNext', 'disabled: !hasNext, "aria-label": locale.next_page'],
    ],
  },
  // Only tabs may stand in a list of tabs. The Delete key closes one; this button is for the mouse.
  {
    file: /[\\/]@rc-component[\\/]tabs[\\/]es[\\/]TabNavList[\\/]TabNode\.js/,
    words: [
      [
        `"aria-label": removeAriaLabel || 'remove',\n    tabIndex: active ? 0 : -1`,
        '"aria-hidden": true, tabIndex: -1',
      ],
      ['`Tab ${currentPosition} of ${tabCount}`', '`${currentPosition} / ${tabCount}`'],
    ],
  },
];

function reworded(): Plugin {
  return {
    name: 'reworded',
    enforce: 'pre',
    transform(code, id) {
      const rewording = REWORDINGS.find(({ file }) => file.test(id));
      if (!rewording) {
        return undefined;
      }
      const missing = rewording.words.find(([from]) => !code.includes(from));
      if (missing) {
        this.error(
          `Ant Design writes this in another way now: ${missing[0]} (REWORDINGS in web/vite.config.ts)`,
        );
      }
      return { code: rewording.words.reduce((text, [from, to]) => text.replace(from, to), code), map: null };
    },
  };
}

export default defineConfig({
  plugins: [react(), leanPackages(), earlyLogin(), reworded()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: {
    host: '127.0.0.1',
    proxy: {
      '^/': { target: SERVER, bypass: (request) => (isForServer(request) ? undefined : request.url) },
    },
  },
  build: {
    target: 'es2022',
    assetsDir: 'static',
    manifest: true,
    sourcemap: false,
    // Data addresses would need a wider Content-Security-Policy than 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first file is large on purpose; scripts/lib/budgets.mjs watches what it weighs.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: (id, modules) => (isFirst(id, modules) ? 'first' : null), debugName: 'first' },
            { name: 'shell-icons', test: isShellIcon },
            { name: 'list', test: LIST_PARTS },
          ],
        },
      },
    },
  },
});
