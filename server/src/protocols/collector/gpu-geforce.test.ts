// Two GeForce under an old driver, against captures in the formats of its tools.
import { describe, expect, it } from 'vitest';

import { capture, captureLines, cardsOf, OLD_FIELDS } from '../../testing/gpu-captures.ts';
import { gpuCards } from './gpu-cards.ts';

const MIB = 1024 * 1024;

describe('two GeForce under an old driver', () => {
  const cards = gpuCards({
    cards: cardsOf(capture('geforce.csv'), OLD_FIELDS),
    xml: capture('geforce.xml'),
    list: [],
    apps: captureLines('geforce-apps.csv'),
    owners: [],
  });

  it('know less of themselves', () => {
    const nothing = {
      serial: null,
      memTempC: null,
      eccMode: null,
      eccCorrVol: null,
      eccUncVol: null,
      eccCorrAgg: null,
      eccUncAgg: null,
      rowRemapPending: null,
      rowRemapFailure: null,
      migMode: null,
      migPending: null,
      recoveryAction: null,
    };
    const both = {
      ...nothing,
      model: 'NVIDIA GeForce RTX 3090',
      memTotal: 24_576 * MIB,
      memReserved: 316 * MIB,
      powerLimitW: 350,
      driver: '510.108.03',
      vbios: '94.02.42.00.A9',
      computeCap: '8.6',
      computeMode: 'Default',
      persistence: false,
      pcieWidth: 16,
      cuda: '11.6',
      slices: [],
    };
    expect(cards.map((card) => ({ ...card, processes: card.processes.length }))).toEqual([
      {
        ...both,
        index: 0,
        uuid: 'GPU-0badcafe-0000-4000-8000-00000000000a',
        bdf: '0000:01:00.0',
        memUsed: 2110 * MIB,
        memFree: 22_149 * MIB,
        utilPct: 37,
        memUtilPct: 12,
        tempC: 61,
        powerW: 187.44,
        fanPct: 48,
        pstate: 'P2',
        smMhz: 1695,
        memMhz: 9501,
        throttle: ['sw-power-cap'],
        pcieGen: 4,
        processes: 1,
      },
      {
        ...both,
        index: 1,
        uuid: 'GPU-0badcafe-0000-4000-8000-00000000000b',
        bdf: '0000:21:00.0',
        memUsed: MIB,
        memFree: 24_258 * MIB,
        utilPct: 0,
        memUtilPct: 0,
        tempC: 33,
        powerW: 24.18,
        fanPct: 0,
        pstate: 'P8',
        smMhz: 210,
        memMhz: 405,
        throttle: ['idle'],
        pcieGen: 1,
        processes: 0,
      },
    ]);
  });

  it('have a program that computes and draws', () => {
    expect(cards[0]?.processes).toMatchObject([
      { pid: 8890, name: '/opt/a & b/render', type: 'both', gpuInstance: null },
    ]);
  });
});
