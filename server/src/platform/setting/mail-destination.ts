import type { Destination } from '@jadegate/contract/access/destination';
import type { SettingsInput, SettingValue } from '@jadegate/contract/platform/setting';

export const MAIL_PORTS = { none: 25, starttls: 587, tls: 465 } as const;

export interface MailServer {
  host: string;
  port: number | null;
  security: SettingValue<'mail-security'>;
}

/** What is given stands in for what is saved. */
export function mailServerWith(saved: MailServer, given: SettingsInput): MailServer {
  return {
    host: given['mail-host'] ?? saved.host,
    port: given['mail-port'] === undefined ? saved.port : given['mail-port'],
    security: given['mail-security'] ?? saved.security,
  };
}

/** Of the mail password. Without encryption everybody on the way can read it, so that counts as elsewhere, too. */
export function mailDestination({ host, port, security }: MailServer): Destination {
  return { host, port: port ?? MAIL_PORTS[security], security };
}
