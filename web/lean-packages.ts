import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const packageFile = (path: string) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

interface Replacement {
  /** What is imported, and by which file. */
  source: string;
  importer: RegExp;
  code: string;
}

/** A part that nobody here asks for; whoever does is told so. */
const refusal = (what: string) =>
  `() => { throw new Error('${what} are left out of the console (web/lean-packages.ts)'); }`;

/** What packages bring into every page although none, or only a few, use it. */
const REPLACEMENTS: readonly Replacement[] = [
  // Our lists are filtered above the table, never in its head. Its own filter brings a tree.
  {
    source: './FilterDropdown',
    importer: /[\\/]antd[\\/]es[\\/]table[\\/]/,
    code: `const refuse = ${refusal('Column filters')};
           export default refuse;
           export const flattenKeys = refuse;`,
  },
  // No list is longer than a page of it.
  {
    source: './RcTable/VirtualTable',
    importer: /[\\/]antd[\\/]es[\\/]table[\\/]InternalTable\.js$/,
    code: `export default ${refusal('Virtual tables')};`,
  },
  // Rows are ticked, several of them.
  {
    source: '../../radio',
    importer: /[\\/]antd[\\/]es[\\/]table[\\/]hooks[\\/]useSelection\.js$/,
    code: `export default ${refusal('Tables in which one row is chosen')};`,
  },
  // A table selects its rows with four functions of the tree; by its index they would bring all of the tree with them.
  {
    source: '@rc-component/tree',
    importer: /[\\/]antd[\\/]es[\\/]table[\\/]hooks[\\/]useSelection\.js$/,
    code: `export { conductCheck } from '${packageFile('@rc-component/tree/es/utils/conductUtil.js')}';
           export { convertDataToEntities } from '${packageFile('@rc-component/tree/es/utils/treeUtil.js')}';
           export const arrAdd = (list, value) => (list.includes(value) ? [...list] : [...list, value]);
           export const arrDel = (list, value) => (list ?? []).filter((one) => one !== value);`,
  },
  // Every input knows whether it stands in a form, and with that would bring the form and all its rules.
  {
    source: '@rc-component/form',
    importer: /[\\/]antd[\\/]es[\\/]form[\\/]context\.js$/,
    code: `export { FormProvider } from '${packageFile('@rc-component/form/es/FormContext.js')}';`,
  },
  // What is to be said is a message, or stands on the page.
  {
    source: '../notification/useNotification',
    importer: /[\\/]antd[\\/]es[\\/]app[\\/]App\.js$/,
    code: `const refuse = ${refusal('Notifications')};
           const api = { success: refuse, error: refuse, info: refuse, warning: refuse, open: refuse, destroy: refuse };
           export default () => [api, null];`,
  },
  // A question comes with the first one that is asked.
  {
    source: './HookModal',
    importer: /[\\/]antd[\\/]es[\\/]modal[\\/]useModal[\\/]index\.js$/,
    code: `import { createElement, lazy, Suspense } from 'react';
           const Question = lazy(() => import('${packageFile('antd/es/modal/useModal/HookModal.js')}'));
           export default (props) => createElement(Suspense, { fallback: null }, createElement(Question, props));`,
  },
  {
    source: '../confirm',
    importer: /[\\/]antd[\\/]es[\\/]modal[\\/]useModal[\\/]index\.js$/,
    code: Object.entries({
      Confirm: 'confirm',
      Error: 'error',
      Info: 'info',
      Success: 'success',
      Warn: 'warning',
    })
      .map(([kind, type]) => `export const with${kind} = (props) => ({ ...props, type: '${type}' });`)
      .join('\n'),
  },
  // The server alone describes its schemas to others; the first page need not carry how.
  ...[
    { source: '../core/to-json-schema.js', importer: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ },
    {
      source: './to-json-schema.js',
      importer: /[\\/]zod[\\/]v4[\\/]core[\\/](index|json-schema-processors)\.js$/,
    },
  ].map((place) => ({
    ...place,
    code: `const refuse = ${refusal('JSON schemas')};
           export { refuse as initializeContext, refuse as handleUnrepresentable, refuse as processSchema, refuse as process };
           export { refuse as extractDefs, refuse as finalize };
           export const createToJSONSchemaMethod = () => refuse;
           export const createStandardJSONSchemaMethod = () => refuse;`,
  })),
];

/** Packages without what the first pages have no use for. */
export function leanPackages(): Plugin {
  const id = (index: number) => `\0lean-packages-${index}`;
  const used = new Set<number>();
  return {
    name: 'lean-packages',
    enforce: 'pre',
    resolveId: (source, importer = '') => {
      const index = REPLACEMENTS.findIndex(
        (replacement) => replacement.source === source && replacement.importer.test(importer),
      );
      used.add(index);
      return index === -1 ? undefined : id(index);
    },
    load: (asked) => REPLACEMENTS.find((_replacement, index) => id(index) === asked)?.code,
    generateBundle() {
      const unused = REPLACEMENTS.find((_replacement, index) => !used.has(index));
      if (unused) {
        this.error(`The package imports this in another way now: ${unused.source} (web/lean-packages.ts)`);
      }
    },
  };
}
