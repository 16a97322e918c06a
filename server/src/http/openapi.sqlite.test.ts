import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { ENDPOINTS } from '@jadegate/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openApi } from './openapi.ts';

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);
/** A command of a package, by its file inside it. */
const tool = (name: string, file: string) => path.join(resolve(`${name}/package.json`), '..', file);

/** What a program of somebody else would write against the generated client. The last line is wrong on purpose. */
const SERVICES = './client/services';
const USE = `
import { AssetsService } from '${SERVICES}/AssetsService.ts';
import { MenusService } from '${SERVICES}/MenusService.ts';

const one = await AssetsService.getAssetsId({ id: 'a' });
export const host: string = one.code === 1 ? one.data.ip : one.error;
const page = await AssetsService.getAssetsPaging({ pageSize: 50, protocol: 'ssh' });
export const ports: number[] = page.code === 1 ? page.data.items.map(({ port }) => port) : [];
await AssetsService.deleteAssetsId({ id: 'a,b' });
const menus = await MenusService.getMenus();
export const deep: string | undefined =
  menus.code === 1 ? menus.data[0]?.children?.[0]?.children?.[0]?.title : undefined;
export const wrong: number = one.message;
`;

describe('the OpenAPI document', () => {
  const document = openApi(ENDPOINTS, '1.2.3') as {
    paths: Record<string, Record<string, { parameters: { name: string; description?: string }[] }>>;
  };
  let folder = '';
  let file = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'jadegate-openapi-'));
    file = path.join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is valid, with every reference leading somewhere', async () => {
    const validate = tool('@seriousme/openapi-schema-validator', 'bin/validate-api-cli.js');
    const { stdout } = await run(process.execPath, [validate, file]);
    expect(JSON.parse(stdout)).toEqual({ valid: true });
  });

  it('has one path for each shape, whose name says where it takes several ids', () => {
    const shapes = Object.keys(document.paths).map((one) => one.replace(/\{\w+\}/g, '{}'));
    expect(shapes.length).toBe(new Set(shapes).size);
    for (const [name, item] of Object.entries(document.paths)) {
      for (const { parameters } of Object.values(item)) {
        const inPath = (name.match(/(?<=\{)\w+/g) ?? []).toSorted();
        const declared = parameters.filter((one) => 'in' in one && one.in === 'path').map((one) => one.name);
        expect([name, declared.toSorted()]).toEqual([name, inPath]);
      }
    }
    expect(document.paths['/assets/{id}']?.delete?.parameters[0]?.description).toContain('several');
    expect(document.paths['/assets/{id}']?.get?.parameters[0]).not.toHaveProperty('description');
  });

  it('says of each call that widens what somebody reaches what it takes', () => {
    const said = Object.values(document.paths).flatMap((item) =>
      Object.values(item).filter((one) => 'x-widens' in one && JSON.stringify(one).includes('recent-proof')),
    );
    expect(said).toHaveLength(ENDPOINTS.filter(({ widens }) => widens).length);
    expect(document.paths['/users']?.post).toMatchObject({
      'x-widens': true,
      responses: { 200: { description: expect.stringContaining('`administration`') as string } },
    });
    expect(document.paths['/users']?.get).not.toHaveProperty('x-widens');
  });

  it('is what a typed client can be generated from', async () => {
    const generate = tool('openapi-typescript-codegen', 'bin/index.js');
    const client = path.join(folder, 'client');
    await run(process.execPath, [generate, '--input', file, '--output', client, '--useOptions']);
    const use = path.join(folder, 'use.ts');
    await writeFile(use, USE);
    const tsc = tool('typescript', 'bin/tsc');
    const options =
      '--noEmit --strict --target es2023 --module esnext --moduleResolution bundler --lib es2023,dom ' +
      '--allowImportingTsExtensions --ignoreConfig';
    const told = await run(process.execPath, [tsc, ...options.split(' '), use]).then(
      ({ stdout }) => stdout,
      (failure: unknown) => (failure as { stdout: string }).stdout,
    );
    expect(told.match(/error TS\d+.*/g)).toEqual([
      expect.stringContaining("Type 'string' is not assignable to type 'number'"),
    ]);
  });
});
