/**
 * What the lists of a fleet ask of SQLite, column by column, for a bench to ask by itself. Each is what one call asks.
 */
const NODE_STATE = `node_state.status, node_state.problem_kind, node_state.problem, node_state.failures,
  node_state.status_since, node_state.seen_at, node_state.collected_at, node_state.facts_at, node_state.next_at,
  node_state.held_by, node_state.held_until, node_state.asking_until, node_state.latency_ms, node_state.poll_ms,
  node_state.clock_skew, node_state.cpu_pct, node_state.mem_pct, node_state.mem_used, node_state.mem_total,
  node_state.disk_pct, node_state.load_share, node_state.temp_c, node_state.brief, node_state.sample, node_state.differs`;
const VM_STATE = `vm_state.node_id, vm_state.host, vm_state.state, vm_state.state_reason, vm_state.state_since,
  vm_state.title, vm_state.vcpus, vm_state.mem_bytes, vm_state.mem_max_bytes, vm_state.mem_rss_bytes, vm_state.cpu_pct,
  vm_state.uptime_sec, vm_state.disk_bytes, vm_state.disk_allocated_bytes, vm_state.is_autostart, vm_state.is_persistent,
  vm_state.is_template, vm_state.ip, vm_state.ip_source, vm_state.snapshot_count, vm_state.oldest_snapshot_at,
  vm_state.brief, vm_state.detail_at, vm_state.seen_at, vm_state.missing_since`;
const GPU = `gpu.id, gpu.node_id, gpu.vendor, gpu.uuid, gpu.bdf, gpu.number, gpu.model, gpu.driver, gpu.cuda, gpu.attach,
  gpu.usage, gpu.health, gpu.reasons, gpu.util_pct, gpu.mem_used, gpu.mem_total, gpu.temp_c, gpu.power_w,
  gpu.power_limit_w, gpu.slices, gpu.processes, gpu.idle_since, gpu.created_at, gpu.seen_at, gpu.gone_at`;

const nodes = [
  `select node.*, ${NODE_STATE}, asset.name as asset_name, asset.ip, asset.port, access_gateway.name as gateway_name,
  (select count(*) from node_change where node_change.node_id = node.id and node_change.confirmed_at is null) as open_changes,
  (select count(*) from node) as total
  from node left join node_state on node_state.node_id = node.id left join asset on asset.id = node.asset_id
  left join access_gateway on access_gateway.id = asset.access_gateway_id
  order by node.created_at desc, node.id desc limit 20`,
];
const vms = [
  `select vm.*, ${VM_STATE}, node.name as node_name, asset.name as asset_name, asset.protocol as asset_protocol,
  user.username as owner_name, vm_task.id as task_id, vm_task.action, vm_task.started_at, vm_task.deadline_at,
  (select count(*) from vm) as total
  from vm left join vm_state on vm_state.vm_id = vm.id left join node on node.id = vm_state.node_id
  left join asset on asset.id = vm.asset_id left join user on user.id = vm.owner_id
  left join vm_task on vm_task.vm_id = vm.id and vm_task.ended_at is null
  order by vm.name_key, vm.id limit 20`,
];
const gpus = [
  `select node.name as node_name, gpu_note.note, gpu_note.labels, ${GPU}, (select count(*) from gpu) as total
  from gpu left join node on node.id = gpu.node_id left join gpu_note on gpu_note.card_key = gpu.card_key
  order by gpu.node_id, gpu.id limit 20`,
  `select gpu_process.*, user.username, user.nickname, session.status as session_status
  from gpu_process left join user on user.id = gpu_process.user_id left join session on session.id = gpu_process.session_id
  where gpu_process.gpu_id in (select id from gpu order by node_id, id limit 20)
  order by gpu_process.mem_bytes desc, gpu_process.pid`,
];
const heatMap = [
  `select gpu.id, gpu.number, gpu.usage, gpu.health, gpu.util_pct, gpu.mem_pct, node.id as node_id, node.name as node_name
  from gpu join node on node.id = gpu.node_id order by node.name_key, node.id, gpu.number, gpu.id`,
];
const racks = [
  `select node.id, node.name, node.site, node.room, node.rack, node.unit, node.unit_height, node.lifecycle,
  node_state.status, node_state.cpu_pct, node_state.temp_c from node left join node_state on node_state.node_id = node.id
  where node.rack != '' order by node.site, node.room, node.rack, node.unit is null, node.unit desc, node.name_key`,
];

export const FLEET_STATEMENTS = { nodes, vms, gpus, heatMap, racks } as const;
