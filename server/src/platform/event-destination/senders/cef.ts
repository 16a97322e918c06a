import { isIP } from 'node:net';

import { translate } from '@jadegate/contract/language';
import { EVENT_KINDS } from '@jadegate/contract/platform/events/event-catalogue';
import type { EventJson } from '@jadegate/contract/platform/events/event-json';

import { boundedText } from '../../../kernel/bounded-text.ts';
import { spelledText } from '../../../kernel/spelled-text.ts';

const CEF_SEVERITIES = { info: 3, notice: 5, warning: 7, critical: 10 } as const;
const cefHeader = (text: string) => spelledText(text).replace(/[\\|]/g, '\\$&');
const cefValue = (text: string) => spelledText(text).replace(/[\\=]/g, '\\$&');
/** Of one value with its escapes; a command may be longer. */
const CEF_BYTES = 600;
const CEF_COMMAND_BYTES = 1500;

/** Common Event Format, version 0. */
export function cefLine(event: EventJson): string {
  const { action, id, sequence, outcome, reason } = event.event;
  const { object, session, asset, audit, severity } = event.jadegate;
  const title = translate(EVENT_KINDS[action].title, 'en');
  const head = [
    'CEF:0',
    'Jadegate',
    'Jadegate',
    event.observer.version,
    action,
    title,
    CEF_SEVERITIES[severity],
  ];
  const extension: Record<string, string | number | undefined> = {
    rt: Date.parse(event['@timestamp']),
    externalId: id,
    outcome,
    reason,
    suid: event.user?.id,
    suser: event.user?.name,
    duser: event.user?.target?.name,
    src: event.source && isIP(event.source.ip) !== 0 ? event.source.ip : undefined,
    dvchost: event.observer.name,
    dhost: asset?.name,
    fname: event.file?.path,
    fsize: event.file?.size,
    cn1Label: 'sequence',
    cn1: sequence,
    cn2Label: 'auditSequence',
    cn2: audit.sequence,
    cs1Label: 'auditHash',
    cs1: audit.hash,
    ...(session && { cs2Label: 'session', cs2: session.id }),
    ...(object && { cs3Label: `object ${object.type}`, cs3: object.name }),
    ...(event.process && { cs4Label: 'command', cs4: event.process.command_line }),
    msg: event.message,
  };
  const pairs = Object.entries(extension).flatMap(([key, value]) =>
    value === undefined || value === ''
      ? []
      : [`${key}=${boundedText(cefValue(String(value)), key === 'cs4' ? CEF_COMMAND_BYTES : CEF_BYTES)}`],
  );
  return `${head.map((part) => cefHeader(String(part))).join('|')}|${pairs.join(' ')}`;
}
