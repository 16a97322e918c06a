import type { Duplex } from 'node:stream';

import type { AccessModule } from '../access/module.ts';
import type { FilesModule } from '../files/module.ts';
import type { Actor } from '../kernel/actor.ts';
import { timeZoneInUse } from '../kernel/time-zone.ts';
import type { PlatformModule } from '../platform/module.ts';
import type { AssetTarget } from '../protocols/dial/target.ts';
import { CertificateRefused, checkCertificate } from '../protocols/rdp/certificate.ts';
import type { SegmentCompressor } from '../recorders/compressor.ts';
import type { Screens } from '../recorders/terminal/screens.ts';
import { desktopDefaults } from './desktop-session/desktop-defaults.ts';
import { DesktopKind } from './desktop-session/desktop-kind.ts';
import { findScreen } from './desktop-session/screen-console.ts';
import type { CommandLogService } from './session-command/command-log.service.ts';
import type { SessionDriveService } from './session-drive/session-drive.service.ts';
import type { SessionKinds, StreamOpening } from './session/session-kind.ts';
import type { AskConsole } from './session/vm-consoles.interface.ts';
import { ExecKind } from './terminal-session/exec-kind.ts';
import { NativeSshKind } from './terminal-session/native-ssh-kind.ts';
import { SSH, TELNET } from './terminal-session/open-terminal.ts';
import { TerminalKind } from './terminal-session/terminal-kind.ts';
import type { TerminalPreviews } from './terminal-session/terminal-previews.ts';
import { textConsole } from './terminal-session/text-console.ts';

interface KindNeeds {
  platform: Pick<PlatformModule, 'settings' | 'clock' | 'logger' | 'guacd'>;
  access: Pick<AccessModule, 'hostKeys' | 'assetTargets'>;
  files: Pick<FilesModule, 'storageLogs'>;
  commands: CommandLogService;
  drives: SessionDriveService;
  screens: Screens;
  previews: TerminalPreviews;
  terminalCompressor: SegmentCompressor;
  desktopCompressor: SegmentCompressor;
  askConsole: AskConsole;
}

const DEFAULT_TERM = 'xterm-256color';

/** The kind of session that each protocol leads to: of people, of work that nobody sits at, and to consoles of machines. */
export function createSessionKinds(needs: KindNeeds) {
  const { commands, drives, screens, previews, terminalCompressor, desktopCompressor, askConsole } = needs;
  const { settings, clock, logger, guacd } = needs.platform;
  const { hostKeys, assetTargets } = needs.access;
  const attributes = (id: string) => assetTargets.attributes(id);
  const recordInput = () => settings.get('record-input');
  /** What a session thinks of the key or certificate of its host. */
  const hostKey = async ({ id, vm }: AssetTarget, actor: Actor) => {
    // Whoever may open a console need not be one who may open its hypervisor, and teaches nothing about it.
    const mayLearn = !vm && (await settings.get('host-key-policy')) === 'first-use';
    return hostKeys.policy(`asset:${id}`, mayLearn ? { learnFor: actor } : {});
  };

  /** Who is there, in the words of variables for the host. */
  const hostVariables = async ({ record, person }: StreamOpening): Promise<Record<string, string>> =>
    (await settings.get('session-host-variables'))
      ? { JADEGATE_USER: person().username, JADEGATE_SESSION: record.id }
      : {};

  const terminals = {
    logger,
    compressor: terminalCompressor,
    screens,
    previews,
    commands,
    attributes,
    hostKey,
    hostVariables,
    term: async () => (await settings.get('terminal-type')) || DEFAULT_TERM,
    display: async () => ({
      scheme: await settings.get('color-scheme'),
      font: await settings.get('font-name'),
      fontSize: await settings.get('font-size'),
    }),
    recordInput,
  };
  const desktops = {
    guacd,
    logger,
    compressor: desktopCompressor,
    attributes,
    defaults: () => desktopDefaults(settings),
    timezone: async () => timeZoneInUse(),
    clock,
    logs: needs.files.storageLogs,
    recordInput,
    recordClipboard: () => settings.get('record-clipboard'),
  };
  const identify = async (stream: Duplex, { target, person, signal }: StreamOpening) => {
    const policy = await hostKey(target, person());
    if ((await checkCertificate(stream, policy, signal)) === 'unknown') {
      throw new CertificateRefused('certificate_unknown');
    }
  };

  const kinds: SessionKinds = {
    ssh: new TerminalKind(SSH, terminals),
    telnet: new TerminalKind(TELNET, terminals),
    rdp: new DesktopKind('rdp', { ...desktops, drives, identify }),
    vnc: new DesktopKind('vnc', desktops),
  };
  const unattendedKinds: SessionKinds = {
    ssh: new ExecKind(terminals),
  };
  const nativeKinds: SessionKinds = { ssh: new NativeSshKind(terminals) };
  const consoleKinds: SessionKinds = {
    ssh: new TerminalKind(textConsole(askConsole), terminals),
    vnc: new DesktopKind('vnc', {
      ...desktops,
      find: (opening) => findScreen({ ask: askConsole, attributes, hostKey }, opening),
    }),
  };
  return { kinds, unattendedKinds, nativeKinds, consoleKinds };
}
