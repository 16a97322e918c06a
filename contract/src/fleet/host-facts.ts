import * as z from 'zod';

/** What could not be read is null, never 0 and never a word. */
const Text = z.string().nullable();
const Count = z.number().int().nonnegative().nullable();

export const HostDisk = z.object({
  name: z.string(),
  parent: Text,
  /** disk, part, lvm, raid1 … as the host calls it. */
  type: Text,
  sizeBytes: Count,
  model: Text,
  serial: Text,
  vendor: Text,
  isRotational: z.boolean().nullable(),
  transport: Text,
  fileSystem: Text,
  mountPoint: Text,
});
export type HostDisk = z.infer<typeof HostDisk>;

export const HostAddress = z.object({
  family: z.enum(['inet', 'inet6']),
  address: z.string(),
  prefix: Count,
  scope: Text,
});
export type HostAddress = z.infer<typeof HostAddress>;

export const HostInterface = z.object({
  name: z.string(),
  mac: Text,
  state: Text,
  speedMbps: Count,
  mtu: Count,
  driver: Text,
  isPhysical: z.boolean().nullable(),
  addresses: z.array(HostAddress),
});
export type HostInterface = z.infer<typeof HostInterface>;

/** A display, 3D or accelerator card on the bus, whether a driver has it or not. */
export const PciGpu = z.object({
  /** As sysfs writes it: 0000:83:00.0 */
  bdf: z.string(),
  vendorId: Text,
  deviceId: Text,
  driver: Text,
  numa: Count,
  iommuGroup: Text,
});
export type PciGpu = z.infer<typeof PciGpu>;

/** What a host is: it changes when somebody changes the machine or its system. */
export const HostFacts = z.object({
  hostname: Text,
  machineId: Text,
  bootId: Text,
  bootedAt: z.iso.datetime().nullable(),
  os: z.object({ id: Text, name: Text, version: Text, pretty: Text, kernel: Text, arch: Text }),
  /** `none` is a machine of its own. */
  virtualisation: Text,
  hardware: z.object({
    vendor: Text,
    product: Text,
    version: Text,
    serial: Text,
    uuid: Text,
    sku: Text,
    chassisType: Text,
    chassisSerial: Text,
    assetTag: Text,
    boardVendor: Text,
    boardName: Text,
    boardSerial: Text,
    biosVendor: Text,
    biosVersion: Text,
    biosDate: Text,
  }),
  cpu: z.object({
    model: Text,
    vendor: Text,
    sockets: Count,
    cores: Count,
    threads: Count,
    threadsPerCore: Count,
    numaNodes: Count,
    mhzMax: z.number().nonnegative().nullable(),
  }),
  memory: z.object({ totalBytes: Count, swapBytes: Count, hugepagesTotal: Count, hugepageBytes: Count }),
  disks: z.array(HostDisk),
  interfaces: z.array(HostInterface),
  defaultRoute: z.object({ via: Text, dev: Text }).nullable(),
  pciGpus: z.array(PciGpu),
  /** Where each tool lies that was found. */
  tools: z.record(z.string(), z.string()),
});
export type HostFacts = z.infer<typeof HostFacts>;
