import { readFileSync } from 'node:fs';

import { GpuProcess, GpuState } from '@jadegate/contract/fleet/gpu-state';
import { describe, expect, it } from 'vitest';

import { parseGpuProcesses } from './gpu-processes.ts';
import { GPU_FIELDS, knownFields, parseGpuRows, type GpuField } from './gpu-query.ts';
import { linesOf, readSections, sectionOf } from './sections.ts';

const NONCE = '0123456789abcdef';
const capture = (name: string) => readFileSync(new URL(`./captures/${name}`, import.meta.url), 'utf8');
const metrics = readSections(capture('h200-metrics-1.txt'), '', NONCE);
const MIB = 1024 * 1024;
const H200 = 'GPU-5a1e0c3f-7b42-4d19-9e6a-2f80c4d7b301';
/** What was asked for when the captures were made. */
const ASKED = [
  ...(['index', 'uuid', 'pci.bus_id', 'name', 'memory.total', 'memory.used', 'memory.free'] as const),
  ...(['utilization.gpu', 'utilization.memory', 'temperature.gpu', 'power.draw', 'power.limit'] as const),
  ...(['fan.speed', 'driver_version', 'ecc.errors.uncorrected.volatile.total', 'mig.mode.current'] as const),
  ...(['pstate', 'compute_mode'] as const),
];
const IDLE =
  `0, ${H200}, 00000000:00:06.0, NVIDIA H200, 143771, 0, 143156, 0, 0, 36, 123.81, 700.00, [N/A], ` +
  '580.159.04, 0, Disabled, P0, Default';

describe('an H200, as recorded', () => {
  it('at work', () => {
    const { cards, ...rest } = parseGpuRows(sectionOf(metrics, 'gpu').body, ASKED);
    expect(rest).toEqual({ strange: [], unknownField: null, droppedRows: 0 });
    expect(cards.map((card) => GpuState.parse(card))).toEqual(cards);
    expect(cards).toMatchObject([
      {
        index: 0,
        uuid: H200,
        bdf: '0000:00:06.0',
        model: 'NVIDIA H200',
        memTotal: 143_771 * MIB,
        memUsed: 3969 * MIB,
        memFree: 139_188 * MIB,
        // not asked for, so not known
        memReserved: null,
        utilPct: 100,
        memUtilPct: 24,
        tempC: 57,
        powerW: 694.72,
        powerLimitW: 700,
        fanPct: null,
        driver: '580.159.04',
        eccUncVol: 0,
        migMode: 'Disabled',
        pstate: 'P0',
        computeMode: 'Default',
        throttle: null,
      },
    ]);
  });

  it('idle, where nothing is used and that is a number', () => {
    expect(parseGpuRows(IDLE, ASKED).cards).toMatchObject([{ memUsed: 0, utilPct: 0, tempC: 36 }]);
  });

  it('has its programs with their owners', () => {
    const found = parseGpuProcesses(linesOf(metrics, 'gpuapps'), linesOf(metrics, 'gpuproc'));
    expect(found.map((process) => GpuProcess.parse(process))).toEqual(found);
    expect(found).toMatchObject([
      { pid: 663, memBytes: 1800 * MIB, name: '/opt/torch/.venv/bin/python3', uid: 65_534, user: 'nobody' },
      { pid: 662, memBytes: 2154 * MIB, name: 'python3', uid: 0, user: 'root', startTicks: 2582 },
    ]);
  });

  it('knows every field that is asked for', () => {
    const facts = readSections(capture('h200-facts.txt'), '', NONCE);
    const known = knownFields(sectionOf(facts, 'nvsmi_fields').body);
    expect(known).toEqual(GPU_FIELDS.map((field) => ({ field, word: field })));
  });

  it('would be asked with the words of an older driver', () => {
    const help = '"uuid" or "gpu_uuid"\nThis value …\n\n"clocks_throttle_reasons.active"\nBitmask …\n';
    expect(knownFields(help)).toEqual([
      { field: 'uuid', word: 'uuid' },
      { field: 'clocks_event_reasons.active', word: 'clocks_throttle_reasons.active' },
    ]);
  });
});

describe('what drivers say instead of a number', () => {
  const one = (field: GpuField, cell: string) => parseGpuRows(`${H200}, ${cell}`, ['uuid', field]);

  it.each([
    '[N/A]',
    'N/A',
    '[Not Supported]',
    '[Unknown Error]',
    '[GPU is lost]',
    'ERR!',
    '[Requested functionality has been deprecated]',
    '-',
    '',
  ])('%j is nothing', (cell) => {
    expect(one('utilization.gpu', cell)).toMatchObject({ cards: [{ utilPct: null }], strange: [] });
  });

  it('a new one is nothing as well, and is told', () => {
    expect(one('utilization.gpu', '[Sleeping]')).toMatchObject({
      cards: [{ utilPct: null }],
      strange: ['utilization.gpu: [Sleeping]'],
    });
  });

  it('None is an answer where it means that nothing is to be done', () => {
    expect(one('gpu_recovery_action', 'None').cards).toMatchObject([{ recoveryAction: 'none' }]);
    expect(one('gpu_recovery_action', 'Reset').cards).toMatchObject([{ recoveryAction: 'reset' }]);
    expect(one('gpu_recovery_action', '[N/A]').cards).toMatchObject([{ recoveryAction: null }]);
  });

  it.each([
    ['0x0000000000000000', []],
    ['0x0000000000000001', ['idle']],
    ['0x0000000000000044', ['sw-power-cap', 'hw-thermal']],
    ['Not Active', null],
  ])('reasons to be slow: %s', (cell, expected) => {
    expect(one('clocks_event_reasons.active', cell).cards).toMatchObject([{ throttle: expected }]);
  });
});

describe('an answer that is none', () => {
  it('names the field that the driver does not know', () => {
    const answer = 'Field "bogus_field" is not a valid field to query.\n';
    expect(parseGpuRows(answer, ASKED)).toMatchObject({ cards: [], unknownField: 'bogus_field' });
  });

  it('drops a row of another length, and keeps the others', () => {
    const rows = `${IDLE}\n${IDLE}, one more\nNo devices were found\n`;
    expect(parseGpuRows(rows, ASKED)).toMatchObject({ cards: [{ uuid: H200 }], droppedRows: 2 });
  });

  it('is empty where nothing runs', () => {
    expect(parseGpuProcesses([''], [])).toEqual([]);
  });
});

describe('a program', () => {
  it('may have commas in its name, and an owner whom the system hides', () => {
    expect(parseGpuProcesses([`${H200}, 12, [N/A], /srv/a, b/run`], [])).toEqual([
      {
        gpuUuid: H200,
        pid: 12,
        memBytes: null,
        name: '/srv/a, b/run',
        uid: null,
        user: null,
        startTicks: null,
        auditSession: null,
        loginUid: null,
        leader: null,
        ancestors: [],
        container: null,
        type: null,
        gpuInstance: null,
        computeInstance: null,
      },
    ]);
  });

  it('is of a login, or of a container', () => {
    const id = 'a'.repeat(64);
    const [process] = parseGpuProcesses(
      [`${H200}, 12, 10, python3`],
      [
        `pid=12 uid=1001 user=mei start=77 leader=9 up=9:70,4:2,x:1 sid=5 luid=4294967295 cg=0::/system.slice/docker-${id}.scope|`,
      ],
    );
    expect(process).toMatchObject({ user: 'mei', auditSession: 5, loginUid: null, container: id });
    expect(process).toMatchObject({ leader: 9, ancestors: ['9:70', '4:2'] });
  });
});
