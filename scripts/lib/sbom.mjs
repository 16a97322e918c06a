// The bill of materials: every package that runs in the server or is built into the console, as CycloneDX. Made from the
// lock file alone, so that the same lock file gives the same text on every machine and no network is needed.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { dependenciesOf, nameOf, runtimePackages } from './lock-packages.mjs';
import { root } from './root.mjs';

export const SBOM_FILE = 'dist/sbom.cdx.json';

/** What runs where; the contract is part of both. */
const PARTS = { server: ['server', 'contract'], console: ['web', 'contract'] };

/** These say their licence in a form that npm does not take into the lock file. */
const LICENCES = { ssh2: 'MIT', 'cpu-features': 'MIT', buildcheck: 'MIT' };

/** The same order in every locale. */
const byText = (a, b) => (a < b ? -1 : 1);

export async function writeSbom() {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const file = join(root, SBOM_FILE);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(describeMaterials(lock), null, 2)}\n`);
}

export function describeMaterials(lock) {
  const { '': product } = lock.packages;
  const parts = new Map();
  for (const [part, workspaces] of Object.entries(PARTS)) {
    for (const [path] of runtimePackages(lock, workspaces)) {
      parts.set(path, [...(parts.get(path) ?? []), part]);
    }
  }
  const paths = [...parts.keys()].sort(byText);
  const refOf = referencesOf(lock, paths);
  const productRef = purlOf(lock.name, product.version);
  const materials = {
    metadata: {
      component: {
        type: 'application',
        'bom-ref': productRef,
        name: lock.name,
        version: product.version,
        purl: productRef,
        licenses: licencesOf(lock.name, product),
      },
    },
    components: paths.map((path) => componentOf(path, lock.packages[path], refOf.get(path), parts.get(path))),
    dependencies: [
      { ref: productRef, dependsOn: ['contract', 'server', 'web'].map((path) => refOf.get(path)) },
      ...paths.map((path) => ({
        ref: refOf.get(path),
        dependsOn: [...new Set(dependenciesOf(lock, path).map((place) => refOf.get(place)))].sort(byText),
      })),
    ],
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialOf(JSON.stringify(materials)),
    version: 1,
    ...materials,
  };
}

/** A package may lie in two places; what tells them apart is then the place. */
function referencesOf(lock, paths) {
  const references = new Map();
  const taken = new Set();
  for (const path of paths) {
    const entry = lock.packages[path];
    const purl = purlOf(nameOf(path, entry), entry.version);
    references.set(path, taken.has(purl) ? `${purl}#${path}` : purl);
    taken.add(purl);
  }
  return references;
}

function componentOf(path, entry, reference, parts) {
  const name = nameOf(path, entry);
  return {
    type: 'library',
    'bom-ref': reference,
    name,
    version: entry.version,
    scope: entry.optional ? 'optional' : 'required',
    ...(entry.integrity && { hashes: hashesOf(entry.integrity) }),
    licenses: licencesOf(name, entry),
    purl: purlOf(name, entry.version),
    properties: parts.map((part) => ({ name: 'jadegate:part', value: part })),
  };
}

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** An npm integrity text, such as sha512-…, as the hex digits that the format wants. */
function hashesOf(integrity) {
  return integrity.split(' ').map((text) => {
    const [algorithm, digest] = [text.slice(0, text.indexOf('-')), text.slice(text.indexOf('-') + 1)];
    return {
      alg: algorithm.replace('sha', 'SHA-'),
      content: Buffer.from(digest, 'base64').toString('hex'),
    };
  });
}

/** Throws where it says none. */
export function licenceOf(name, { license = LICENCES[name] }) {
  if (!license) {
    throw new Error(`${name} says no licence: find out which it has, and whether it may be used`);
  }
  return license;
}

function licencesOf(name, entry) {
  const license = licenceOf(name, entry);
  return [license.includes(' ') ? { expression: license } : { license: { id: license } }];
}

/** The same materials have the same serial number. */
function serialOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${groups.join('-')}`;
}
