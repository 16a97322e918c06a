import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { runtimePackages } from './lock-packages.mjs';
import { root } from './root.mjs';
import { describeMaterials } from './sbom.mjs';

const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
const materials = describeMaterials(lock);
const installed = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, entry]) => ({ ...entry, path, name: path.split('node_modules/').at(-1) }));
/** What builds the product is no part of it, and npm does not know: the dependencies of the whole. */
const building = new Map(runtimePackages(lock, ['']));
const labels = new Set(materials.components.map(({ name, version }) => `${name}@${version}`));

describe('the bill of materials', () => {
  it('has the fields that CycloneDX 1.6 asks for', () => {
    expect(materials).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(materials.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    );
    expect(materials.metadata.component).toMatchObject({
      type: 'application',
      name: 'jadegate',
      version: lock.version,
    });
    const purl = /^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+[\w.+-]*$/;
    for (const component of materials.components) {
      expect(component).toMatchObject({
        type: 'library',
        name: expect.any(String),
        version: expect.any(String),
        scope: expect.stringMatching(/^(required|optional)$/),
        purl: expect.stringMatching(purl),
      });
    }
  });

  // npm marks in the lock file what only development needs: another walk over the same tree, and not ours
  it('names every package that the lock file does not keep for development, and none that it does', () => {
    const needed = installed.filter(
      ({ dev, devOptional, path }) => !dev && !devOptional && !building.has(path),
    );
    expect(needed.length).toBeGreaterThan(200);
    const missing = needed.filter(({ name, version }) => !labels.has(`${name}@${version}`));
    expect(missing.map(({ name }) => name)).toEqual([]);
    const surplus = installed.filter(({ dev, name, version }) => dev && labels.has(`${name}@${version}`));
    expect(surplus.map(({ name }) => name)).toEqual([]);
  });

  it('gives a hash and a licence for everything that is not ours', () => {
    const foreign = materials.components.filter(({ name }) => !name.startsWith('@jadegate/'));
    expect(materials.components.length - foreign.length).toBe(3);
    for (const { name, hashes, licenses } of foreign) {
      expect([name, hashes]).toEqual([
        name,
        [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      ]);
      expect([name, licenses]).toEqual([name, [expect.objectContaining({})]]);
    }
  });

  it('tells the server’s from what is built into the console', () => {
    const partsOf = (wanted) =>
      materials.components.find(({ name }) => name === wanted)?.properties.map(({ value }) => value);
    expect(partsOf('fastify')).toEqual(['server']);
    expect(partsOf('react')).toEqual(['console']);
    expect(partsOf('zod')).toEqual(['server', 'console']);
    expect(['vitest', 'vite', 'esbuild'].map(partsOf)).toEqual([undefined, undefined, undefined]);
  });

  it('leads from the product to everything, and to nothing that is not there', () => {
    const references = materials.components.map((component) => component['bom-ref']);
    expect(new Set(references).size).toBe(references.length);
    const edges = new Map(materials.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const reached = new Set();
    const walk = (reference) => {
      if (!reached.has(reference)) {
        reached.add(reference);
        edges.get(reference).forEach(walk);
      }
    };
    walk(materials.metadata.component['bom-ref']);
    expect([...reached].toSorted()).toEqual(
      [materials.metadata.component['bom-ref'], ...references].toSorted(),
    );
  });

  it('says nothing of the machine that made it, and the same each time', () => {
    const text = JSON.stringify(materials);
    expect(text).not.toContain(root);
    expect(text.match(/https?:\/\/[^"]+/g)).toEqual(['http://cyclonedx.org/schema/bom-1.6.schema.json']);
    expect(JSON.stringify(describeMaterials(lock))).toBe(text);
  });

  it('is refused for a lock file that lacks a package or a licence', () => {
    const without = (path) => ({ ...lock, packages: { ...lock.packages, [path]: undefined } });
    expect(() => describeMaterials(without('node_modules/fastify'))).toThrow('server needs fastify');
    const unlicensed = structuredClone(lock);
    delete unlicensed.packages['node_modules/fastify'].license;
    expect(() => describeMaterials(unlicensed)).toThrow('fastify says no licence');
  });
});
