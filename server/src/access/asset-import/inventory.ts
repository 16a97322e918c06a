import { AppError } from '../../kernel/app-error.ts';
import { parsedRow, type CellRemark, type ParsedFile, type ParsedRow } from './parsed-file.ts';

export type Vars = Record<string, string>;

/** What Ansible Vault encrypted: present, but not readable here. */
export const VAULTED = '\0vault';

interface Host {
  line: number;
  vars: Vars;
  groups: Set<string>;
  errors: CellRemark[];
}

/** Ansible writes these two for "everything" and "the rest": they say nothing about a host. */
const IMPLICIT_GROUPS = ['all', 'ungrouped'];
/** Only these lead to an SSH server; `local`, `winrm`, `docker` and the like do not. */
const SSH_CONNECTIONS = ['', 'ssh', 'smart', 'paramiko', 'paramiko_ssh', 'ansible.netcommon.network_cli'];

/** Hosts, groups and variables of an inventory, however it was written down. */
export class Inventory {
  readonly #hosts = new Map<string, Host>();
  readonly #groupVars = new Map<string, Vars>();
  /** By child. */
  readonly #parents = new Map<string, Set<string>>();
  readonly #maxRows: number;
  readonly #notes: ParsedFile['notes'] = [];
  readonly #refused: ParsedRow[] = [];

  constructor(maxRows: number) {
    this.#maxRows = maxRows;
  }

  /** Adds the hosts that a name stands for, which may be a range such as `web[01:10]`. */
  addHosts(pattern: string, line: number, group: string, vars: Vars): void {
    const names = expandRange(pattern, this.#maxRows + 1);
    if (names === undefined) {
      this.refuse(line, pattern, 'rangeWrong');
      return;
    }
    for (const name of names) {
      const host = this.#hosts.get(name) ?? { line, vars: {}, groups: new Set<string>(), errors: [] };
      Object.assign(host.vars, vars);
      host.groups.add(group);
      this.#hosts.set(name, host);
    }
    if (this.#hosts.size > this.#maxRows) {
      throw new AppError('csv.too_many_rows', { params: { limit: this.#maxRows } });
    }
  }

  addGroupVars(group: string, vars: Vars): void {
    this.#groupVars.set(group, { ...this.#groupVars.get(group), ...vars });
  }

  addChild(group: string, child: string, line: number): void {
    if (group === child || this.#ancestors(group).includes(child)) {
      this.#notes.push({ line, rule: 'groupLoop', params: { name: child } });
      return;
    }
    const parents = this.#parents.get(child) ?? new Set<string>();
    this.#parents.set(child, parents.add(group));
  }

  refuse(line: number, name: string, rule: 'lineUnread' | 'rangeWrong'): void {
    this.#refused.push({ ...parsedRow(line, { name }), errors: [{ field: 'name', rule }] });
  }

  rows(format: 'ansible-ini' | 'ansible-yaml'): ParsedFile {
    const rows = [...this.#refused];
    for (const [name, host] of this.#hosts) {
      const row = this.#row(name, host);
      if (row) {
        rows.push(row);
      }
    }
    if (rows.length === 0 && this.#notes.length === 0) {
      throw new AppError('asset_import.empty');
    }
    rows.sort((one, other) => one.line - other.line);
    const columns: ParsedFile['columns'] = [
      'name',
      'protocol',
      'host',
      'port',
      'username',
      'password',
      'tags',
    ];
    return { format, columns, rows, notes: this.#notes };
  }

  #row(name: string, host: Host): ParsedRow | undefined {
    const groups = [...new Set([...host.groups].flatMap((group) => [group, ...this.#ancestors(group)]))];
    const vars = this.#varsOf(host, groups);
    const connection = vars.ansible_connection ?? '';
    if (!SSH_CONNECTIONS.includes(connection)) {
      this.#notes.push({ line: host.line, rule: 'connectionSkipped', params: { name, connection } });
      return undefined;
    }
    const [address, port] = splitPort(name);
    const password = vars.ansible_password ?? vars.ansible_ssh_pass ?? vars.ansible_ssh_password ?? '';
    const row = parsedRow(host.line, {
      name: address,
      protocol: 'ssh',
      host: vars.ansible_host ?? vars.ansible_ssh_host ?? address,
      // A port in the name is the host's own, so it wins over that of a group.
      port: host.vars.ansible_port ?? (port || (vars.ansible_port ?? vars.ansible_ssh_port ?? '')),
      username: vars.ansible_user ?? vars.ansible_ssh_user ?? '',
      password: password === VAULTED ? '' : password,
      tags: groups.filter((group) => !IMPLICIT_GROUPS.includes(group)).join('|'),
    });
    if (password === VAULTED) {
      row.warnings.push({ field: 'password', rule: 'vaultSecret' });
    }
    if (vars.ansible_ssh_private_key_file ?? vars.ansible_private_key_file) {
      row.warnings.push({ field: 'name', rule: 'keyFile' });
    }
    return row;
  }

  /** The nearer wins: the host, then its groups, then what they are in, then all. */
  #varsOf(host: Host, groups: readonly string[]): Vars {
    const depth = (group: string) => (IMPLICIT_GROUPS.includes(group) ? -1 : this.#ancestors(group).length);
    const ordered = ['all', ...groups.filter((group) => group !== 'all')].sort(
      (one, other) => depth(one) - depth(other),
    );
    return Object.assign({}, ...ordered.map((group) => this.#groupVars.get(group)), host.vars) as Vars;
  }

  #ancestors(group: string): string[] {
    const found = new Set<string>();
    const waiting = [group];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const parent of this.#parents.get(next) ?? []) {
        if (!found.has(parent)) {
          found.add(parent);
          waiting.push(parent);
        }
      }
    }
    return [...found];
  }
}

/** `host:22` as INI inventories may say; IPv6 in brackets. */
function splitPort(name: string): [host: string, port: string] {
  const bracketed = /^\[([0-9a-f:.]+)\](?::(\d+))?$/i.exec(name);
  const plain = /^([^:]+):(\d+)$/.exec(name);
  const [, host, port] = bracketed ?? plain ?? [undefined, name, ''];
  return [host ?? name, port ?? ''];
}

const RANGE = /\[(\d+|[a-z]|[A-Z]):(\d+|[a-z]|[A-Z])(?::(\d+))?\]/;

/** The names that `web[01:10]` or `db-[a:c]` stands for, at most `limit`. Undefined when a range makes no sense. */
export function expandRange(pattern: string, limit: number): string[] | undefined {
  const found = RANGE.exec(pattern);
  if (!found) {
    const isAddress = /^\[[0-9a-f:.]+\](:\d+)?$/i.test(pattern);
    return /[[\]]/.test(pattern) && !isAddress ? undefined : [pattern];
  }
  const [whole, from = '', to = '', stepText = '1'] = found;
  const values = /^\d/.test(from)
    ? numbers(from, to, Number(stepText), limit)
    : letters(from, to, Number(stepText));
  if (values === undefined) {
    return undefined;
  }
  const head = pattern.slice(0, found.index);
  const rests = expandRange(pattern.slice(found.index + whole.length), limit);
  return rests && values.flatMap((value) => rests.map((rest) => head + value + rest)).slice(0, limit);
}

function numbers(from: string, to: string, step: number, limit: number): string[] | undefined {
  const [first, last] = [Number(from), Number(to)];
  if (!/^\d{1,9}$/.test(to) || from.length > 9 || last < first || step < 1) {
    return undefined;
  }
  const count = Math.min(Math.floor((last - first) / step) + 1, limit);
  const width = from.startsWith('0') ? from.length : 0;
  return Array.from({ length: count }, (_one, index) => String(first + index * step).padStart(width, '0'));
}

function letters(from: string, to: string, step: number): string[] | undefined {
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
  const isOneCase = /^[a-z]{2}$|^[A-Z]{2}$/.test(from + to);
  if (!isOneCase || last < first || step < 1) {
    return undefined;
  }
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_one, index) =>
    String.fromCharCode(first + index * step),
  );
}
