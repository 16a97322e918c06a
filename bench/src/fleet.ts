import { setTimeout as sleep } from 'node:timers/promises';

import type { HostSample } from '@jadegate/contract/fleet/host-sample';
import type { NodeBrief } from '@jadegate/contract/fleet/node';
import type Database from 'better-sqlite3';

export const FLEET = { nodes: 1000, vms: 10_000, gpus: 8000 } as const;
const GPUS_PER_NODE = FLEET.gpus / FLEET.nodes;

/** A product that could not write for 15 seconds would give up: it gets its turn between pieces. */
const PIECE = 500;
const BREATH_MS = 20;

/** A large fleet as it stands in the database after it was asked. Nobody asks it: its nodes are not collected. */
export async function fillFleet(database: Database.Database): Promise<void> {
  const now = Date.now();
  await inPieces(database, FLEET.nodes, nodeFiller(database, now));
  await inPieces(database, FLEET.vms, vmFiller(database, now));
  await inPieces(database, FLEET.gpus, gpuFiller(database, now));
}

async function inPieces(
  database: Database.Database,
  rows: number,
  fill: (row: number) => void,
): Promise<void> {
  const piece = database.transaction((from: number) => {
    for (let row = from; row < Math.min(rows, from + PIECE); row++) {
      fill(row);
    }
  });
  for (let from = 0; from < rows; from += PIECE) {
    piece(from);
    await sleep(BREATH_MS);
  }
}

const nodeId = (row: number) => `node-${String(row).padStart(4, '0')}`;

function nodeFiller(database: Database.Database, now: number): (row: number) => void {
  const node = database.prepare(
    `insert into node (id, name, name_key, asset_id, site, room, rack, unit, unit_height, asset_tag, department, purchased_at,
       warranty_until, retire_at, labels, lifecycle, expect, collects, interval_seconds, description, created_at, updated_at)
     values (?, ?, ?, null, ?, '', ?, ?, 2, '', '', '', '', '', '{}', 'active', '{}', 0, 60, '', ?, ?)`,
  );
  const state = database.prepare(
    `insert into node_state (node_id, status, problem_kind, problem, problems, failures, seen_at, held_by, held_until,
       asking_until, found, gpus, cpu_pct, mem_pct, disk_pct, load_share, temp_c, brief, sample)
     values (?, ?, '', '', '[]', 0, ?, '', 0, 0, '', '[]', ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (row) => {
    const name = nodeId(row);
    const [site, rack] = [
      row < FLEET.nodes / 2 ? 'Taipei' : 'Hsinchu',
      `R${String(Math.floor(row / 20)).padStart(4, '0')}`,
    ];
    node.run(name, name, name, site, rack, (row % 20) * 2 + 1, now + row, now);
    const figures = [row % 100, (row * 7) % 100, (row * 3) % 100, (row % 30) / 10, 40 + (row % 40)];
    const told = [JSON.stringify(briefOf(row, now)), JSON.stringify(sampleOf(row))];
    state.run(name, row % 50 === 0 ? 'offline' : 'online', now, ...figures, ...told);
  };
}

function vmFiller(database: Database.Database, now: number): (row: number) => void {
  const vm = database.prepare(
    `insert into vm (id, provider, home_node_id, cluster_name, vm_key, uuid, name, name_key, owner_id, department, labels,
       description, manual_ip, asset_id, is_protected, created_at, updated_at)
     values (?, 'libvirt', ?, '', ?, null, ?, ?, '', '', '{}', '', '', null, 0, ?, ?)`,
  );
  const state = database.prepare(
    `insert into vm_state (vm_id, node_id, host, state, state_reason, title, vcpus, mem_bytes, cpu_pct, is_template, ip,
       ip_source, found, snapshot_count, counters, brief, seen_at)
     values (?, ?, '', ?, '', '', 4, 4294967296, ?, 0, '', '', '', 0, '{}', ?, ?)`,
  );
  const brief = JSON.stringify({
    netRxBps: 12_000,
    netTxBps: 4000,
    diskReadBps: 0,
    diskWriteBps: 65_536,
    passedThrough: [],
    hasVnc: true,
    hasSerial: true,
  });
  return (row) => {
    const name = `vm-${String(row).padStart(5, '0')}`;
    const home = nodeId(row % FLEET.nodes);
    vm.run(name, home, name, name, name, now + row, now);
    state.run(name, home, row % 5 === 0 ? 'stopped' : 'running', row % 100, brief, now);
  };
}

/** A third of the cards works, a third is held; both have a process. */
function gpuFiller(database: Database.Database, now: number): (row: number) => void {
  const gpu = database.prepare(
    `insert into gpu (id, node_id, card_key, vendor, uuid, bdf, number, model, attach, usage, health, reasons, util_pct,
       mem_used, mem_total, mem_pct, temp_c, power_w, power_limit_w, processes, memory, events, found, created_at, seen_at)
     values (?, ?, ?, 'nvidia', ?, ?, ?, 'NVIDIA H200', 'host', ?, 0, '[]', ?, 1000000, 150000000000, ?, 60, 400, 700, ?,
       '{}', '[]', ?, ?, ?)`,
  );
  const program = database.prepare(
    `insert into gpu_process (gpu_id, pid, place, type, name, mem_bytes, uid, account, attribution)
     values (?, ?, 0, 'compute', '/usr/bin/python3', 1000000, 1000, 'trainer', 'none')`,
  );
  return (row) => {
    const uuid = `GPU-${String(row).padStart(4, '0')}`;
    const usage = ['busy', 'free', 'held'][row % 3];
    const programs = usage === 'free' ? 0 : 1;
    const number = row % GPUS_PER_NODE;
    const place = [uuid, nodeId(Math.floor(row / GPUS_PER_NODE)), uuid, uuid, `0000:${number}:00.0`, number];
    gpu.run(...place, usage, row % 101, row % 101, programs, uuid, now, now);
    if (programs > 0) {
      program.run(uuid, 1000 + row);
    }
  };
}

function briefOf(row: number, now: number): NodeBrief {
  return {
    hostname: nodeId(row),
    os: 'Debian GNU/Linux 12 (bookworm)',
    kernel: '6.1.0-28-amd64',
    vendor: 'Supermicro',
    product: 'SYS-821GE-TNHR',
    serial: `S${row}`,
    cpuModel: 'Intel(R) Xeon(R) Platinum 8480C',
    threads: 224,
    bootedAt: new Date(now - 86_400_000).toISOString(),
    gpuCount: GPUS_PER_NODE,
  };
}

function sampleOf(row: number): HostSample {
  const fileSystem = (mount: string) => ({
    mount,
    device: `/dev/${mount}`,
    totalBytes: 960_197_124_096,
    usedBytes: 240_049_281_024,
    availBytes: 720_147_843_072,
    pct: 25,
  });
  const gigabytes = 2 ** 30;
  return {
    cpuPct: row % 100,
    iowaitPct: 0.4,
    stealPct: 0,
    cpus: 224,
    load1: (row % 30) / 10,
    load5: 1.5,
    load15: 1.25,
    procsRunning: 3,
    procsBlocked: 0,
    memTotal: 2000 * gigabytes,
    memAvail: 1500 * gigabytes,
    memUsed: 500 * gigabytes,
    swapTotal: 0,
    swapUsed: 0,
    psiCpu: 0.1,
    psiMem: 0,
    psiIo: 0.2,
    netRxBps: 120_000,
    netTxBps: 90_000,
    diskReadBps: 0,
    diskWriteBps: 400_000,
    diskBusyPct: 1.5,
    fsMaxPct: 25,
    fileSystems: ['/', '/boot', '/data', '/scratch'].map(fileSystem),
    tempMaxC: 40 + (row % 40),
    temperatures: ['Package id 0', 'Package id 1'].map((label) => ({ label, celsius: 40 + (row % 40) })),
    fanMinRpm: 8000,
    users: 2,
  };
}
