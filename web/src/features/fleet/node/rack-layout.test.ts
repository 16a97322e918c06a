import type { RackedNode } from '@jadegate/contract/fleet/node-endpoints';
import { expect, it } from 'vitest';

import { bySite, layRack } from './rack-layout.ts';

const node = (id: string, unit: number | null, unitHeight = 1): RackedNode => ({
  id,
  name: id,
  unit,
  unitHeight,
  status: 'online',
  lifecycle: 'active',
  cpuPct: null,
  tempC: null,
});
const places = (nodes: RackedNode[]) =>
  layRack({ nodes }).placed.map(({ node: { id }, row, height, lane }) => [id, row, height, lane]);

it('the lowest unit is at the bottom, and a node takes up as many as it is high', () => {
  expect(places([node('top', 42), node('two', 3, 2), node('floor', 1)])).toEqual([
    ['top', 1, 1, 0],
    ['two', 39, 2, 0],
    ['floor', 42, 1, 0],
  ]);
});

it('two that claim a unit stand side by side, and one beside them does not move', () => {
  expect(places([node('a', 10, 4), node('b', 12), node('c', 14)])).toEqual([
    ['a', 30, 4, 0],
    ['b', 31, 1, 1],
    ['c', 29, 1, 0],
  ]);
  expect(layRack({ nodes: [node('a', 10, 4), node('b', 12)] }).lanes).toBe(2);
});

it('a rack is as high as what stands in it, and what has no unit is not lost', () => {
  const laid = layRack({ nodes: [node('high', 47), node('somewhere', null)] });
  expect(laid.units).toBe(47);
  expect(laid.loose.map(({ id }) => id)).toEqual(['somewhere']);
});

it('racks of the same name in two sites are two', () => {
  const rack = (site: string) => ({ site, room: '', rack: 'R1', nodes: [node(site, 1)] });
  expect(bySite([rack('Taipei'), rack('Hsinchu')]).map(({ site, racks }) => [site, racks.length])).toEqual([
    ['Taipei', 1],
    ['Hsinchu', 1],
  ]);
});
