import type { Secret } from '../../kernel/secret.ts';
import type { GuacdParameters } from './connect-guacd.ts';

/** Those of the desktop protocols that guacd speaks for us. */
export type DesktopProtocol = 'rdp' | 'vnc';

export interface DesktopAccount {
  username: string;
  password: Secret | undefined;
}

/** What a person may take out of a desktop and bring into it. guacd is told, and so is the stream: either is enough. */
export interface DesktopRights {
  copy: boolean;
  paste: boolean;
  /** Whether it hears the person's microphone. */
  microphone?: boolean;
}

interface DesktopOptions {
  protocol: DesktopProtocol;
  /** As guacd reaches it. */
  host: string;
  port: number;
  account: DesktopAccount;
  /** Of the settings, by their names there. */
  defaults: Readonly<Record<string, string>>;
  /** Of the asset; these win. */
  attributes: Readonly<Record<string, string>>;
  timezone: string;
  rights: DesktopRights;
  /** A folder, as guacd reaches it, that the desktop has as a drive. */
  drivePath?: string | undefined;
}

/** Taken over as they are, from the asset or, where it says nothing, from the settings. */
export const DEFAULTED = {
  rdp: [
    'enable-wallpaper',
    'enable-theming',
    'enable-font-smoothing',
    'enable-full-window-drag',
    'enable-desktop-composition',
    'enable-menu-animations',
    'disable-bitmap-caching',
    'disable-offscreen-caching',
    'color-depth',
    'force-lossless',
    'enable-audio-input',
    'security',
    'server-layout',
    'preconnection-id',
    'preconnection-blob',
  ],
  vnc: ['color-depth', 'cursor', 'swap-red-blue', 'read-only', 'dest-host', 'dest-port'],
} as const;

/** As a person sees it on the remote machine. */
const DRIVE_NAME = 'Filesystem';

/** Taken over as they are, from the asset alone. */
const OF_ASSET: Record<DesktopProtocol, readonly string[]> = {
  rdp: ['domain', 'remote-app', 'remote-app-dir', 'remote-app-args'],
  vnc: [],
};

/** What guacd needs to know to open a desktop. */
export function desktopParameters(options: DesktopOptions): GuacdParameters {
  const { protocol, host, port, account, rights } = options;
  return {
    ...takenOver(options),
    hostname: host,
    port: String(port),
    username: account.username,
    password: account.password,
    'disable-copy': flag(!rights.copy),
    'disable-paste': flag(!rights.paste),
    ...(protocol === 'rdp' && ofRdp(options)),
  };
}

/** What guacd needs to know to show a desktop to somebody else too. */
export function watchParameters(): GuacdParameters {
  return { 'read-only': 'true', 'disable-copy': 'true', 'disable-paste': 'true' };
}

function takenOver({ protocol, defaults, attributes }: DesktopOptions): GuacdParameters {
  const names = [...DEFAULTED[protocol], ...OF_ASSET[protocol]];
  return Object.fromEntries(names.map((name) => [name, attributes[name] || defaults[name]]));
}

function ofRdp({ timezone, drivePath }: DesktopOptions): GuacdParameters {
  return {
    // We have compared it, just before; guacd could only ask who signed it.
    'ignore-cert': 'true',
    // The window follows without a new login; a host that cannot do that keeps its size.
    'resize-method': 'display-update',
    timezone,
    ...(drivePath !== undefined && {
      'enable-drive': 'true',
      'drive-path': drivePath,
      'drive-name': DRIVE_NAME,
    }),
    // People come to the drive by our own calls, which ask for the right and write down what was done.
    'disable-download': 'true',
    'disable-upload': 'true',
  };
}

function flag(isOn: boolean): string {
  return isOn ? 'true' : '';
}
