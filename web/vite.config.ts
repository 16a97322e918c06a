import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
  /[\\/]src[\\/](components[\\/](list[\\/](?!TimeRange)|(RowActions|EmptyState|ErrorState|DeniedState|StateView|PageHeader|TimeText|relative-time|Mono|StatusTag|CopyButton|copy-text|Can|lazyOverlays|RefusableButton)\.)|hooks[\\/](useChange|useOverlay|useListState|list-state|useIdlePreload|useDebouncedCallback|useStoredState|useHotkey|useNow)\.|api[\\/](in-parts|download|parse-query)\.)/;

export default defineConfig({
  plugins: [react()],
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
    rolldownOptions: {
      output: {
        advancedChunks: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'shell-icons', test: isShellIcon },
            { name: 'list', test: LIST_PARTS },
          ],
        },
      },
    },
  },
});
