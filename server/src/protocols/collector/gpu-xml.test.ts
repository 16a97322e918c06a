import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { gpuCards } from './gpu-cards.ts';
import { GPU_FIELDS, parseGpuRows } from './gpu-query.ts';
import { parseGpuXml } from './gpu-xml.ts';

describe('no card', () => {
  it('where the driver is missing', () => {
    const said = readFileSync(new URL('captures/no-driver.txt', import.meta.url), 'utf8');
    expect(parseGpuXml(said)).toBeUndefined();
    const { cards } = parseGpuRows(said, GPU_FIELDS);
    expect(gpuCards({ cards, xml: said, list: [said], apps: [said], owners: [] })).toEqual([]);
  });

  it('in a document of something else', () => {
    expect(parseGpuXml('<domain><gpu><uuid>GPU-c0ffee00-1111</uuid></gpu></domain>')).toBeUndefined();
    expect(parseGpuXml('<nvidia_smi_log><gpu><uuid>none</uuid></gpu></nvidia_smi_log>')?.cards).toEqual([]);
  });
});
