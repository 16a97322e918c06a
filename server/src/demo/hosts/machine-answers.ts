import type { HostFigures } from './figures.ts';

const GB = 1024 * 1024;
const CARD_MB = 143_771;

/** What a card says of itself, after an H200 whose answers were recorded; the figures are those of this moment. */
function cardFields(figures: HostFigures, number: number): Readonly<Record<string, string>> {
  const { util, memMb, watts, celsius } = figures.card(number);
  return {
    index: String(number),
    uuid: uuidOf(figures, number),
    serial: `16500000${figures.profile.number}${number}`,
    'pci.bus_id': `00000000:${busOf(number)}`,
    name: 'NVIDIA H200',
    'memory.total': String(CARD_MB),
    'memory.reserved': '616',
    'memory.used': String(memMb),
    'memory.free': String(CARD_MB - memMb),
    'utilization.gpu': String(util),
    'utilization.memory': String(Math.round(util * 0.4)),
    'temperature.gpu': String(celsius),
    'temperature.memory': String(celsius - 6),
    'power.draw': `${watts}.00`,
    'power.limit': '700.00',
    'fan.speed': '[N/A]',
    driver_version: '580.159.04',
    vbios_version: '96.00.A5.00.1A',
    compute_cap: '9.0',
    'ecc.mode.current': 'Enabled',
    'mig.mode.current': 'Disabled',
    'mig.mode.pending': 'Disabled',
    pstate: 'P0',
    persistence_mode: 'Enabled',
    'clocks.sm': String(util === 0 ? 345 : 1980),
    'clocks.mem': '3201',
    'clocks_event_reasons.active': util === 0 ? '0x0000000000000001' : '0x0000000000000000',
    gpu_recovery_action: 'None',
  };
}

const busOf = (number: number) => `0${number + 6}:00.0`;
const uuidOf = ({ profile }: HostFigures, number: number) =>
  `GPU-5a1e0c3f-7b42-4d19-9e6a-2f80c4d7${profile.number}0${number}`;
const cardsOf = (figures: HostFigures) => Array.from({ length: figures.profile.gpus }, (_, number) => number);

const osRelease = ({ profile: { os } }: HostFigures): string =>
  os === 'debian'
    ? 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nNAME="Debian GNU/Linux"\nVERSION_ID="13"\nID=debian\n'
    : 'PRETTY_NAME="Ubuntu 24.04.3 LTS"\nNAME="Ubuntu"\nVERSION_ID="24.04"\nID=ubuntu\nID_LIKE=debian\n';

export const kernelOf = ({ profile: { os } }: HostFigures): string =>
  os === 'debian' ? '6.12.48+deb13-amd64' : '6.8.0-60-generic';

export function loadAverage({ busy, profile: { threads } }: HostFigures): string {
  const load = busy * threads;
  return `${load.toFixed(2)} ${(load * 0.96).toFixed(2)} ${(load * 0.9).toFixed(2)} 3/${400 + threads} 4711`;
}

export function meminfo({ profile: { memGb }, memUsedShare }: HostFigures): string {
  const total = memGb * GB;
  const available = Math.round(total * (1 - memUsedShare));
  return [
    ['MemTotal', total],
    ['MemFree', Math.round(available * 0.6)],
    ['MemAvailable', available],
    ['Buffers', Math.round(available * 0.05)],
    ['Cached', Math.round(available * 0.3)],
    ['SwapTotal', 0],
    ['SwapFree', 0],
  ]
    .map(([name = '', value = 0]) => `${name}: ${value} kB\n`)
    .join('');
}

/** As `df -P -k` prints it. */
export function diskTable({ profile: { diskGb }, diskUsedShare }: HostFigures): string {
  const total = diskGb * GB;
  const used = Math.round(total * diskUsedShare);
  const row = (device: string, size: number, taken: number, mount: string) =>
    `${device} ${size} ${taken} ${size - taken} ${Math.round((taken / size) * 100)}% ${mount}\n`;
  return [
    'Filesystem 1024-blocks Used Available Capacity Mounted on\n',
    row('/dev/nvme0n1p2', 100 * GB, 23 * GB, '/'),
    row('/dev/nvme1n1', total, used, '/data'),
  ].join('');
}

const cpuLine = ({ ticks: { user, system, idle } }: HostFigures) =>
  `cpu  ${user} 0 ${system} ${idle} 0 0 0 0 0 0\n`;

/** Each processor does its share. */
const eachCpu = ({ ticks, profile: { threads } }: HostFigures) => {
  const [user = 0, system = 0, idle = 0] = [ticks.user, ticks.system, ticks.idle].map((all) =>
    Math.round(all / threads),
  );
  return Array.from(
    { length: threads },
    (_, at) => `cpu${at} ${user} 0 ${system} ${idle} 0 0 0 0 0 0\n`,
  ).join('');
};

function networkTable({ traffic: { received, sent } }: HostFigures): string {
  const zeros = (bytes: number, packets: number) => `${bytes} ${packets} 0 0 0 0 0 0`;
  return [
    'Inter-|   Receive                                                |  Transmit\n',
    ' face |bytes packets errs drop fifo frame compressed multicast|bytes packets errs drop fifo colls carrier compressed\n',
    `  eno1: ${zeros(received, Math.round(received / 900))} ${zeros(sent, Math.round(sent / 900))}\n`,
  ].join('');
}

const addressLine = ({ profile: { number } }: HostFigures) =>
  `2: eno1    inet 10.20.0.${number}/24 brd 10.20.0.255 scope global eno1\n`;

/** The parts that the script about facts prints, by their names there. */
function facts(figures: HostFigures): Record<string, string> {
  const { profile, uptime, bootId } = figures;
  const dmi = {
    sys_vendor: /^(?:SYS|SSG)/.test(profile.product)
      ? 'Supermicro'
      : profile.os === 'debian'
        ? 'Dell Inc.'
        : 'HPE',
    product_name: profile.product,
    product_serial: `DEMO${profile.number}X7Q`,
    bios_version: '2.14',
    bios_date: '03/11/2026',
  };
  const fields = Object.keys(cardFields(figures, 0));
  const disk = (name: string, gb: number, mount: string) => ({
    name,
    type: 'disk',
    size: gb * GB * 1024,
    model: 'SAMSUNG PM1743',
    serial: `S7DEMO${profile.number}${name.at(4) ?? ''}`,
    rota: false,
    tran: 'nvme',
    fstype: 'ext4',
    mountpoint: mount,
  });
  const cpu = {
    'CPU(s)': profile.threads,
    'Vendor ID': 'GenuineIntel',
    'Model name': 'Intel(R) Xeon(R) Platinum 8480+',
    'Thread(s) per core': 2,
    'Core(s) per socket': profile.threads / 4,
    'Socket(s)': 2,
    'NUMA node(s)': 2,
  };
  return {
    meta: [
      'user=ops\nuid=1000',
      `host=${profile.name}\nkernel=${kernelOf(figures)}\narch=x86_64\nos=Linux`,
      `now=${Math.floor(Date.now() / 1000)}\nuptime=${uptime.toFixed(2)}\nboot_id=${bootId}`,
      `machine_id=0000000000000000000000000000${profile.number}de\ntimeout=timeout\nvirt=none`,
      ...(profile.gpus > 0 ? ['tool.nvidia-smi=/usr/bin/nvidia-smi'] : []),
    ].join('\n'),
    os: osRelease(figures),
    dmi: Object.entries(dmi)
      .map(([name, value]) => `/sys/class/dmi/id/${name}:${value}`)
      .join('\n'),
    lscpu: JSON.stringify({
      lscpu: Object.entries(cpu).map(([name, value]) => ({ field: `${name}:`, data: String(value) })),
    }),
    meminfo: meminfo(figures),
    lsblk: JSON.stringify({
      blockdevices: [disk('nvme0n1', 100, '/'), disk('nvme1n1', profile.diskGb, '/data')],
    }),
    ipo: addressLine(figures),
    route: 'default via 10.20.0.1 dev eno1',
    netdev: `eno1 mac=02:00:0a:14:00:${profile.number} state=up speed=25000 mtu=9000 phys=1 driver=ice`,
    pcigpu: cardsOf(figures)
      .map((number) => `0000:${busOf(number)} class=0x030200 id=0x10de:0x2335 driver=nvidia numa=0 iommu=`)
      .join('\n'),
    df: diskTable(figures),
    ...(profile.gpus > 0 && {
      nvsmi_L: cardsOf(figures)
        .map((number) => `GPU ${number}: NVIDIA H200 (UUID: ${uuidOf(figures, number)})`)
        .join('\n'),
      nvsmi_fields: fields.map((field) => `"${field}"\nOf the card.\n`).join('\n'),
    }),
  };
}

/** The parts that the script about figures prints. `asked` are the words for what is wanted of cards. */
function metrics(figures: HostFigures, asked: readonly string[]): Record<string, string> {
  const { profile, uptime, bootId, busy, jobs } = figures;
  const sensor = '/sys/class/hwmon/hwmon0';
  const running = jobs.map(
    ({ pid, uid, account, startTicks, login }) =>
      `pid=${pid} uid=${uid} user=${account} start=${startTicks} leader=${pid} up= sid=${login ?? 4_294_967_295} luid=${login === undefined ? 4_294_967_295 : uid} cg=`,
  );
  return {
    meta: `now=${Math.floor(Date.now() / 1000)}\nuptime=${uptime.toFixed(2)}\nboot_id=${bootId}`,
    stat: `${cpuLine(figures)}${eachCpu(figures)}btime ${Math.floor(Date.now() / 1000 - uptime)}\nprocs_running 3\nprocs_blocked 0`,
    loadavg: loadAverage(figures),
    meminfo: meminfo(figures),
    netdev: networkTable(figures),
    temp: `${sensor}/name:coretemp\n${sensor}/temp1_label:Package id 0\n${sensor}/temp1_input:${Math.round(38_000 + busy * 34_000)}`,
    df: diskTable(figures),
    who: 'ops      pts/0        2026-11-18 09:12 (10.20.0.5)',
    ...(profile.gpus > 0 && {
      gpu: cardsOf(figures)
        .map((number) => {
          const fields = cardFields(figures, number);
          return asked.map((word) => fields[word] ?? '[N/A]').join(', ');
        })
        .join('\n'),
      gpuapps: jobs
        .map(({ card, pid, memMb, program }) => `${uuidOf(figures, card)}, ${pid}, ${memMb}, ${program}`)
        .join('\n'),
      gpuproc: running.join('\n'),
    }),
  };
}

function framed(nonce: string, parts: Record<string, string>): string {
  return Object.entries({ ...parts, end: '' })
    .map(([name, text]) => `\n@@${nonce} B ${name}\n${text}\n\n@@${nonce} E ${name} 0\n`)
    .join('');
}

/** What is asked of a shell by its input; undefined for a script that the demo has no answer to. */
export function answerScript(figures: HostFigures, input: string): string | undefined {
  const nonce = /^N=([0-9a-f]{16})$/m.exec(input)?.[1];
  if (nonce === undefined) {
    return undefined;
  }
  if (input.includes('nvsmi_fields')) {
    return framed(nonce, facts(figures));
  }
  const asked = /^GF=(.*)$/m.exec(input)?.[1];
  return asked === undefined ? undefined : framed(nonce, metrics(figures, asked.split(',')));
}

/** What the product asks beside a terminal: how the host does, and by what its login is known. */
export function answerCommand(figures: HostFigures, command: string, login: number): string | undefined {
  if (command.includes('echo @uptime')) {
    const parts = {
      uptime: `${figures.uptime.toFixed(2)} 0`,
      load: loadAverage(figures),
      cpu: cpuLine(figures),
      memory: meminfo(figures),
      network: networkTable(figures),
      address: addressLine(figures),
      disk: diskTable(figures),
      node: figures.profile.name,
      name: figures.profile.name,
    };
    return Object.entries(parts)
      .map(([name, text]) => `@${name}\n${text.trimEnd()}\n`)
      .join('');
  }
  return command.includes('/proc/self/sessionid')
    ? `boot=${figures.bootId}\naudit=${login}\nserver=${1000 + login}:1\n`
    : undefined;
}

/** As the tool prints it for people. */
export function cardTable(figures: HostFigures): string {
  const line = '+-----------------------------------------------------------------------------+\n';
  const row = (text: string) => `| ${text.padEnd(75)} |\n`;
  const cards = cardsOf(figures).map((number) => {
    const { util, memMb, watts, celsius } = figures.card(number);
    return row(
      `${number}  NVIDIA H200   ${celsius}C   ${watts}W / 700W   ${memMb}MiB / ${CARD_MB}MiB   ${util}%`,
    );
  });
  const processes = figures.jobs.map(({ card, pid, account, program, memMb }) =>
    row(`${card}  ${pid}  ${account.padEnd(10)} ${program.padEnd(34)} ${memMb}MiB`),
  );
  return [
    line,
    row('NVIDIA-SMI 580.159.04   Driver Version: 580.159.04   CUDA Version: 13.0'),
    line,
    ...cards,
    line,
    row('GPU  PID   Account    Process                            Memory'),
    ...(processes.length > 0 ? processes : [row('No running processes found')]),
    line,
  ].join('');
}
