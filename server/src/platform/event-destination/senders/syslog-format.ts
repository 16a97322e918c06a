import type { ConfigOf } from '@jadegate/contract/platform/events/destination-config';
import type { EventJson } from '@jadegate/contract/platform/events/event-json';

import { spelledText } from '../../../kernel/spelled-text.ts';
import { eventLine } from '../event-json.ts';
import { cefLine } from './cef.ts';
import { leefLine } from './leef.ts';

/** RFC 5424 (6): what a header holds is printable ASCII without blanks, and has an end. */
const header = (text: string, max: number) => text.replace(/[^\x21-\x7e]/g, '_').slice(0, max) || '-';
/** RFC 5424 (6.3.3). */
const parameter = (text: string) => spelledText(text).replace(/[\\"\]]/g, '\\$&');
/** The number of a message in RFC 5424 begins anew behind this. */
const MOST_NUMBERED = 2_147_483_647;

const WRITERS = { json: eventLine, cef: cefLine, leef: leefLine };

type SyslogShape = Pick<ConfigOf<'syslog'>, 'facility' | 'appName' | 'format'>;

/** One message of RFC 5424. Nothing in an event can begin another. */
export function syslogMessage(event: EventJson, { facility, appName, format }: SyslogShape): string {
  const { sequence, action } = event.event;
  const fields = [
    `<${facility * 8 + event.event.severity}>1`,
    event['@timestamp'],
    header(event.observer.name, 255),
    header(appName, 48),
    '-',
    header(action, 32),
    `[meta sequenceId="${((sequence - 1) % MOST_NUMBERED) + 1}"]` +
      `[origin software="Jadegate" swVersion="${parameter(event.observer.version)}"]` +
      '[timeQuality tzKnown="1"]',
  ];
  return `${fields.join(' ')} \uFEFF${WRITERS[format](event)}`;
}
