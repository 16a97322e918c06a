// Whole cards against captures: an H200 as recorded, and in the same formats a MIG card. GeForce are beside this.
import { GpuCard, memoryOfSlices } from '@jadegate/contract/fleet/gpu-state';
import { describe, expect, it } from 'vitest';

import { capture, captureLines, cardsOf, OLD_FIELDS } from '../../testing/gpu-captures.ts';
import { gpuCards } from './gpu-cards.ts';
import { GPU_FIELDS } from './gpu-query.ts';
import { linesOf, readSections, sectionOf } from './sections.ts';

const NONCE = '0123456789abcdef';
const MIB = 1024 * 1024;

/** The recording of the H200 has some that nobody asks for now, and not the two of remapped rows. */
const NOT_ASKED = new Set([15, 30, 34]);
const H200_FIELDS = GPU_FIELDS.filter((field) => !field.startsWith('remapped_rows.'));
const h200Rows = (name: string) =>
  captureLines(name)
    .map((line) => line.split(', ').filter((_, at) => !NOT_ASKED.has(at)))
    .map((cells) => cells.join(', '))
    .join('\n');

const NOBODY = {
  uid: null,
  user: null,
  startTicks: null,
  auditSession: null,
  loginUid: null,
  leader: null,
  ancestors: [],
  container: null,
};

describe('an H200', () => {
  const ALWAYS = {
    index: 0,
    uuid: 'GPU-5a1e0c3f-7b42-4d19-9e6a-2f80c4d7b301',
    serial: '1650000000001',
    bdf: '0000:00:06.0',
    model: 'NVIDIA H200',
    memTotal: 143_771 * MIB,
    memReserved: 616 * MIB,
    powerLimitW: 700,
    fanPct: null,
    driver: '580.159.04',
    vbios: '96.00.A5.00.1A',
    computeCap: '9.0',
    eccMode: 'Enabled',
    eccCorrVol: 0,
    eccUncVol: 0,
    eccCorrAgg: 0,
    eccUncAgg: 0,
    rowRemapPending: null,
    rowRemapFailure: null,
    migMode: 'Disabled',
    migPending: 'Disabled',
    pstate: 'P0',
    computeMode: 'Default',
    persistence: true,
    memMhz: 3201,
    pcieGen: 5,
    pcieWidth: 16,
    recoveryAction: 'none',
    cuda: '13.0',
    slices: [],
  };

  it('idle', () => {
    const cards = gpuCards({
      cards: cardsOf(h200Rows('h200-idle.csv'), H200_FIELDS),
      xml: capture('h200-idle.xml'),
      list: ['GPU 0: NVIDIA H200 (UUID: GPU-5a1e0c3f-7b42-4d19-9e6a-2f80c4d7b301)'],
      apps: [],
      owners: [],
    });
    expect(cards).toEqual([
      {
        ...ALWAYS,
        memUsed: 0,
        memFree: 143_156 * MIB,
        utilPct: 0,
        memUtilPct: 0,
        tempC: 36,
        memTempC: 33,
        powerW: 123.79,
        smMhz: 1980,
        throttle: [],
        processes: [],
      },
    ]);
  });

  it('at work, with its programs', () => {
    const metrics = readSections(capture('h200-metrics-1.txt'), '', NONCE);
    const facts = readSections(capture('h200-facts.txt'), '', NONCE);
    const cards = gpuCards({
      cards: cardsOf(h200Rows('h200-busy.csv'), H200_FIELDS),
      xml: sectionOf(facts, 'nvsmi_xml').body,
      list: linesOf(facts, 'nvsmi_L'),
      apps: linesOf(metrics, 'gpuapps'),
      owners: linesOf(metrics, 'gpuproc'),
    });
    const onCard = { gpuUuid: ALWAYS.uuid, type: 'compute', gpuInstance: null, computeInstance: null };
    const { container: _, ...unknown } = NOBODY;
    expect(cards).toEqual([
      {
        ...ALWAYS,
        memUsed: 3969 * MIB,
        memFree: 139_188 * MIB,
        utilPct: 100,
        memUtilPct: 25,
        tempC: 58,
        memTempC: 43,
        powerW: 693.36,
        smMhz: 1455,
        throttle: ['sw-power-cap'],
        processes: [
          {
            ...unknown,
            ...onCard,
            pid: 663,
            memBytes: 1800 * MIB,
            name: '/opt/torch/.venv/bin/python3',
            uid: 65_534,
            user: 'nobody',
            startTicks: expect.any(Number) as number,
            container: null,
          },
          {
            ...unknown,
            ...onCard,
            pid: 662,
            memBytes: 2154 * MIB,
            name: 'python3',
            uid: 0,
            user: 'root',
            startTicks: 2582,
            container: null,
          },
        ],
      },
    ]);
    expect(cards.map((card) => GpuCard.parse(card))).toEqual(cards);
  });
});

describe('a card cut into slices', () => {
  const uuid = 'GPU-c0ffee00-1111-4222-8333-444455556666';
  const [card] = gpuCards({
    cards: cardsOf(capture('mig.csv'), OLD_FIELDS),
    xml: capture('mig.xml'),
    list: captureLines('mig-list.txt'),
    apps: captureLines('mig-apps.csv'),
    owners: ['pid=4101 uid=1001 user=mei start=77 sid=5 luid=1001 cg=0::/user.slice| comm=train'],
  });

  it('has the figures of the whole card, and no use where the driver tells none', () => {
    expect({ ...card, slices: [], processes: [] }).toEqual({
      index: 0,
      uuid,
      serial: '1320000000007',
      bdf: '0000:41:00.0',
      model: 'NVIDIA A100-SXM4-40GB',
      memTotal: 40_960 * MIB,
      memReserved: 571 * MIB,
      memUsed: 6043 * MIB,
      memFree: 34_345 * MIB,
      utilPct: null,
      memUtilPct: null,
      tempC: 41,
      memTempC: 44,
      powerW: 91.2,
      powerLimitW: 400,
      fanPct: null,
      driver: '535.183.01',
      vbios: '92.00.45.00.03',
      computeCap: '8.0',
      eccMode: 'Enabled',
      eccCorrVol: 3,
      eccUncVol: 1,
      eccCorrAgg: 12,
      eccUncAgg: 1,
      rowRemapPending: null,
      rowRemapFailure: null,
      migMode: 'Enabled',
      migPending: 'Enabled',
      pstate: 'P0',
      computeMode: 'Default',
      persistence: true,
      smMhz: 1410,
      memMhz: 1215,
      throttle: [],
      pcieGen: 4,
      pcieWidth: 16,
      recoveryAction: null,
      cuda: '12.2',
      slices: [],
      processes: [],
    });
  });

  it('has each slice with its name and its figures', () => {
    const slice = (index: number) => ({ uuid: `MIG-aaaaaaaa-0000-4000-8000-00000000000${index}`, index });
    const shared = { gpuInstance: 1, memTotal: 19_968 * MIB, memUsed: 6023 * MIB, eccUncVol: 0 };
    expect(card?.slices).toEqual([
      { ...slice(0), ...shared, computeInstance: 0, profile: '1c.3g.20gb', multiprocessors: 14 },
      { ...slice(1), ...shared, computeInstance: 1, profile: '2c.3g.20gb', multiprocessors: 28 },
      {
        ...slice(2),
        gpuInstance: 5,
        computeInstance: 0,
        profile: '2g.10gb',
        memTotal: 9856 * MIB,
        memUsed: 12 * MIB,
        multiprocessors: 28,
        eccUncVol: 1,
      },
      {
        ...slice(3),
        gpuInstance: 13,
        computeInstance: 0,
        profile: '1g.5gb',
        memTotal: 4864 * MIB,
        memUsed: 7 * MIB,
        multiprocessors: 14,
        eccUncVol: 0,
      },
    ]);
  });

  it('counts the memory of a GPU instance once, however many slices share it', () => {
    expect(memoryOfSlices(card?.slices ?? [])).toEqual({
      memTotal: (19_968 + 9856 + 4864) * MIB,
      memUsed: (6023 + 12 + 7) * MIB,
    });
    expect(memoryOfSlices([])).toEqual({ memTotal: null, memUsed: null });
    const [first] = card?.slices ?? [];
    const silent = first && { ...first, gpuInstance: 9, memUsed: null };
    expect(memoryOfSlices([...(card?.slices ?? []), ...(silent ? [silent] : [])]).memUsed).toBeNull();
  });

  it('has its programs in the slices in which they run, one as often as it has memory somewhere', () => {
    const mei = {
      uid: 1001,
      user: 'mei',
      startTicks: 77,
      auditSession: 5,
      loginUid: 1001,
      leader: null,
      ancestors: [],
      container: null,
    };
    const compute = { gpuUuid: uuid, type: 'compute' };
    expect(card?.processes).toEqual([
      {
        ...compute,
        ...mei,
        pid: 4101,
        name: '/srv/lab/train',
        memBytes: 5120 * MIB,
        gpuInstance: 1,
        computeInstance: 1,
      },
      {
        ...compute,
        ...mei,
        pid: 4101,
        name: '/srv/lab/train',
        memBytes: 3 * MIB,
        gpuInstance: 13,
        computeInstance: 0,
      },
      {
        ...compute,
        ...NOBODY,
        pid: 4102,
        name: 'python3',
        memBytes: 903 * MIB,
        gpuInstance: 1,
        computeInstance: 0,
      },
      {
        ...compute,
        ...NOBODY,
        pid: 4103,
        name: '/srv/lab/serve',
        memBytes: null,
        gpuInstance: 5,
        computeInstance: 0,
      },
    ]);
  });
});

it('a card whose document is missing or broken keeps its figures and its programs', () => {
  const [card] = gpuCards({
    cards: cardsOf(capture('mig.csv'), OLD_FIELDS),
    xml: capture('mig.xml').slice(0, 900),
    list: [],
    apps: captureLines('mig-apps.csv'),
    owners: [],
  });
  expect(card).toMatchObject({ powerW: 91.2, cuda: null, slices: [] });
  expect(card?.processes).toHaveLength(3);
});
