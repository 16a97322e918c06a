import type { FoundVm } from '@jadegate/contract/fleet/vm-state';

import type { Secret } from '../../kernel/secret.ts';
import type { SshAuth } from '../ssh/connect.ts';

export type AssetProtocol = 'ssh' | 'telnet' | 'rdp' | 'vnc' | 'kubernetes';

export interface Endpoint {
  /** A name or an address; IPv6 without brackets, see `bareHost`. */
  host: string;
  port: number;
}

export interface SocksProxy extends Endpoint {
  username?: string;
  password?: Secret;
}

/** How an asset is reached, before gateways are looked up. Both may be set: the proxy then leads to the first gateway. */
export interface AssetRoute {
  socks?: SocksProxy;
  gatewayId?: string;
}

/** A virtual machine on a host, as its hypervisor knows it. */
export interface CarriedVm {
  hypervisor: { kind: 'libvirt' | 'proxmox'; uri: string };
  ref: Pick<FoundVm, 'provider' | 'key' | 'host'>;
}

/** One asset as something to connect to, resolved on the server from its record. */
export interface AssetTarget extends Endpoint {
  id: string;
  name: string;
  protocol: AssetProtocol;
  route: AssetRoute;
  /** Where not the machine itself is meant but the console of one that it carries. */
  vm?: CarriedVm;
  /** Opens the vault only when somebody logs in: a check of ten thousand assets needs no password. */
  account(): Promise<AssetAccount>;
}

export interface AssetAccount {
  /** Empty when none is stored and the person is asked. */
  username: string;
  /** Nothing when none is stored and the person is asked. */
  auth?: SshAuth;
}
