import { isIP } from 'node:net';

import type { EventJson } from '@jadegate/contract/platform/events/event-json';

import { boundedText } from '../../../kernel/bounded-text.ts';
import { spelledText } from '../../../kernel/spelled-text.ts';

/** From 1, the least, to 10. */
const SEVERITIES = { info: 2, notice: 4, warning: 7, critical: 10 } as const;
/** Between two attributes. Not the usual tab: relays that spell out control characters, as rsyslog does, would lose it. */
const DELIMITER = '^';
/** As Java writes the pattern of a time. */
const TIME_PATTERN = 'yyyy-MM-dd HH:mm:ss.SSS z';
/** Of one value; a command may be longer. */
const VALUE_BYTES = 600;
const COMMAND_BYTES = 1500;

/** The format has no escape: what would separate is spelled out as what ends lines is. */
const part = (text: string) =>
  spelledText(text).replace(/[|^]/g, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`);

/** Log Event Extended Format, version 2.0, with the names that QRadar has for attributes and some of our own beside them. */
export function leefLine(event: EventJson): string {
  const { action, id, sequence, outcome, reason, category } = event.event;
  const { object, session, asset, audit, severity } = event.jadegate;
  const head = ['LEEF:2.0', 'Jadegate', 'Jadegate', event.observer.version, action];
  const attributes: Record<string, string | number | undefined> = {
    devTime: event['@timestamp'].replace('T', ' ').replace('Z', ' UTC'),
    devTimeFormat: TIME_PATTERN,
    cat: category[0],
    sev: SEVERITIES[severity],
    src: event.source && isIP(event.source.ip) !== 0 ? event.source.ip : undefined,
    usrName: event.user?.name,
    accountName: event.user?.target?.name,
    resource: asset?.name,
    externalId: id,
    sequence,
    outcome,
    reason,
    userId: event.user?.id,
    server: event.observer.name,
    auditSequence: audit.sequence,
    auditHash: audit.hash,
    session: session?.id,
    objectType: object?.type,
    objectName: object?.name,
    filePath: event.file?.path,
    fileSize: event.file?.size,
    command: event.process?.command_line,
    msg: event.message,
  };
  const pairs = Object.entries(attributes).flatMap(([key, value]) => {
    const most = key === 'command' ? COMMAND_BYTES : VALUE_BYTES;
    return value === undefined || value === '' ? [] : [`${key}=${boundedText(part(String(value)), most)}`];
  });
  return [...head.map(part), DELIMITER, pairs.join(DELIMITER)].join('|');
}
