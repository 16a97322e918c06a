import Database from 'better-sqlite3';

export const FLEET = { nodes: 1000, vms: 10_000, gpus: 8000 } as const;

/** A large fleet as it stands in the database after it was asked. Nobody asks it: its nodes are not collected. */
export function fillFleet(file: string): void {
  const database = new Database(file);
  const now = Date.now();
  const node = database.prepare(
    `insert into node (id, name, name_key, asset_id, site, room, rack, unit, unit_height, asset_tag, department, purchased_at,
       warranty_until, retire_at, labels, lifecycle, expect, collects, interval_seconds, description, created_at, updated_at)
     values (?, ?, ?, null, ?, '', ?, ?, 2, '', '', '', '', '', '{}', 'active', '{}', 0, 60, '', ?, ?)`,
  );
  const state = database.prepare(
    `insert into node_state (node_id, status, problem_kind, problem, problems, failures, seen_at, held_by, held_until,
       asking_until, found, gpus, cpu_pct, temp_c) values (?, ?, '', '', '[]', 0, ?, '', 0, 0, '', '[]', ?, ?)`,
  );
  const vm = database.prepare(
    `insert into vm (id, provider, home_node_id, cluster_name, vm_key, uuid, name, name_key, owner_id, department, labels,
       description, manual_ip, asset_id, is_protected, created_at, updated_at)
     values (?, 'libvirt', ?, '', ?, null, ?, ?, '', '', '{}', '', '', null, 0, ?, ?)`,
  );
  const vmState = database.prepare(
    `insert into vm_state (vm_id, node_id, host, state, state_reason, title, vcpus, mem_bytes, cpu_pct, is_template, ip,
       ip_source, found, snapshot_count, counters, brief, seen_at)
     values (?, ?, '', ?, '', '', 4, 4294967296, ?, 0, '', '', '', 0, '{}', ?, ?)`,
  );
  const brief = JSON.stringify({
    netRxBps: null,
    netTxBps: null,
    diskReadBps: null,
    diskWriteBps: null,
    passedThrough: [],
    hasVnc: true,
    hasSerial: true,
  });
  const gpu = database.prepare(
    `insert into gpu (id, node_id, card_key, vendor, uuid, bdf, number, model, attach, usage, health, reasons, util_pct,
       mem_used, mem_total, mem_pct, temp_c, power_w, power_limit_w, processes, memory, events, found, created_at, seen_at)
     values (?, ?, ?, 'nvidia', ?, ?, ?, 'NVIDIA H200', 'host', ?, 0, '[]', ?, 1000000, 150000000000, ?, 60, 400, 700, 0,
       '{}', '[]', ?, ?, ?)`,
  );
  const pad = (value: number) => String(value).padStart(4, '0');
  database.transaction(() => {
    for (let row = 0; row < FLEET.nodes; row++) {
      const name = `node-${pad(row)}`;
      const [site, rack] = [row < 500 ? 'Taipei' : 'Hsinchu', `R${pad(Math.floor(row / 20))}`];
      node.run(name, name, name, site, rack, (row % 20) * 2 + 1, now + row, now);
      state.run(name, row % 50 === 0 ? 'offline' : 'online', now, row % 100, 40 + (row % 40));
    }
    for (let row = 0; row < FLEET.vms; row++) {
      const name = `vm-${String(row).padStart(5, '0')}`;
      const home = `node-${pad(row % FLEET.nodes)}`;
      vm.run(name, home, name, name, name, now + row, now);
      vmState.run(name, home, row % 5 === 0 ? 'stopped' : 'running', row % 100, brief, now);
    }
    for (let row = 0; row < FLEET.gpus; row++) {
      const home = `node-${pad(Math.floor(row / 8))}`;
      const usage = ['busy', 'free', 'held'][row % 3];
      const uuid = `GPU-${pad(row)}`;
      gpu.run(
        uuid,
        home,
        uuid,
        uuid,
        `0000:${row % 8}:00.0`,
        row % 8,
        usage,
        row % 101,
        row % 101,
        uuid,
        now,
        now,
      );
    }
  })();
  database.close();
}
