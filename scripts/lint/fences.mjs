// Lint rule: an import must be allowed by zones.mjs. It looks at the file an import leads to, not at how it is spelled.
import { builtinModules } from 'node:module';
import { dirname, posix, relative, resolve } from 'node:path';

import { packageHomes } from './package-homes.mjs';
import { isTest, strangers, zones } from './zones.mjs';

const root = resolve(import.meta.dirname, '../..');
const fencedRoots = ['contract/src/', 'server/src/', 'web/src/', 'e2e/src/', 'bench/src/', 'scripts/'];

const matches = (pattern, path) =>
  pattern instanceof RegExp ? pattern.test(path) : path.startsWith(pattern);

function zoneOf(file) {
  return zones.find(
    ({ path, suffix = '', only }) =>
      file.startsWith(path) && file.endsWith(suffix) && (only?.test(file.slice(path.length)) ?? true),
  );
}

/** The folder whose files belong together: the zone itself, or the folder below it where each is apart. */
function ownFolder(zone, file) {
  if (!zone.eachFolderApart) {
    return zone.path;
  }
  const [first, ...rest] = file.slice(zone.path.length).split('/');
  return rest.length > 0 ? `${zone.path}${first}/` : zone.path;
}

/** Path of one of our files that a specifier leads to, or undefined for a package. */
function ownTarget(file, specifier) {
  if (specifier.startsWith('.')) {
    return posix.join(dirname(file), specifier);
  }
  const workspace = /^@jadegate\/([^/]+)\/?(.*)$/.exec(specifier);
  return workspace ? `${workspace[1]}/src/${workspace[2]}` : undefined;
}

function packageName(specifier) {
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    return `node:${specifier.replace(/^node:/, '')}`;
  }
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

const namesPackage = (pattern, name) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

function ownImportProblem(file, zone, target) {
  if (/\.(test|spec)\.[jt]sx?$/.test(target)) {
    return `${target} is a test; move what is shared into a file of its own`;
  }
  if (isTest(file)) {
    const side = file.slice(0, file.indexOf('/') + 1);
    return target.startsWith(side) || target.startsWith('contract/') || target.startsWith('scripts/')
      ? undefined
      : `a test of ${side} may not import ${target}: ${zone.instead}`;
  }
  // Benches measure with the real receivers that tests have.
  if (isTest(target) && !file.startsWith('bench/')) {
    return `${target} is test support; the product may not depend on it`;
  }
  const stranger = strangers.find(({ path, unknown }) => file.startsWith(path) && unknown.test(target));
  if (stranger) {
    return `${file} may not know ${target}: ${stranger.instead}`;
  }
  if (
    target.startsWith(ownFolder(zone, file)) ||
    zone.mayImport.some((pattern) => matches(pattern, target))
  ) {
    return undefined;
  }
  // a file beside the folders that are kept apart, such as protocols/protocol.ts, is common to all of them
  if (zone.eachFolderApart && !zone.isComposed && posix.dirname(target) + '/' === zone.path) {
    return undefined;
  }
  return `${file} may not import ${target}: ${zone.instead}`;
}

function packageProblem(file, zone, name) {
  if (isTest(file)) {
    return undefined;
  }
  const fence = packageHomes.find(({ packages }) => packages.some((pattern) => namesPackage(pattern, name)));
  if (fence && !fence.homes.some((home) => matches(home, file))) {
    return `${name} may not be imported here: ${fence.instead}`;
  }
  if (zone.packages && !name.startsWith('node:') && !zone.packages.includes(name)) {
    return `${name} may not be imported here: ${zone.instead}`;
  }
  return undefined;
}

export const fences = {
  create(context) {
    const file = relative(root, context.filename).replaceAll('\\', '/');
    const zone = zoneOf(file);
    if (!zone) {
      const fenced = fencedRoots.some((path) => file.startsWith(path)) && !isTest(file);
      const message = `${file} is in no zone: add its folder to scripts/lint/zones.mjs and say what it may import`;
      return fenced ? { Program: (node) => context.report({ node, message }) } : {};
    }
    function check(source) {
      if (typeof source?.value !== 'string') {
        return;
      }
      const target = ownTarget(file, source.value);
      const message = target
        ? ownImportProblem(file, zone, target)
        : packageProblem(file, zone, packageName(source.value));
      if (message) {
        context.report({ node: source, message });
      }
    }
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal),
    };
  },
};
