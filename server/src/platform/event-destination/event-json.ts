import { translate, type Language } from '@jadegate/contract/language';
import { EVENT_MESSAGE_WORDS } from '@jadegate/contract/platform/event.words';
import { EVENT_KINDS, type EventName } from '@jadegate/contract/platform/events/event-catalogue';
import { ECS_VERSION, type EventJson } from '@jadegate/contract/platform/events/event-json';
import { EVENT_SEVERITIES, type EventSeverity } from '@jadegate/contract/platform/events/event-kind';

import { boundedDetail } from '../../kernel/bounded-detail.ts';
import { boundedText } from '../../kernel/bounded-text.ts';
import { spelledJson, spelledText } from '../../kernel/spelled-text.ts';
import type { NumberedRow } from '../event/event-log.service.ts';
import type { EventBody } from '../event/event-outbox.service.ts';

/** What receivers of syslog take without cutting it (RFC 5425 asks for 8192), with room for a header. */
const MAX_BYTES = 7600;
const MESSAGE_BYTES = 600;
const NAME_BYTES = 200;
/** What is tried until it fits: characters that are escaped take six times their room. */
const DETAIL_STEPS = [1024, 400];

/** As in syslog. */
const SYSLOG_SEVERITIES: Record<EventSeverity, number> = {
  info: 6,
  notice: 5,
  warning: 4,
  critical: 2,
};

/** What was made of an event: all destinations are told the same. */
const jsons = new WeakMap<NumberedRow, Partial<Record<Language, EventJson>>>();
const lines = new WeakMap<EventJson, string>();

/** An event as it leaves the house. */
export function eventJson(row: NumberedRow, language: Language): Readonly<EventJson> {
  const known = jsons.get(row) ?? {};
  jsons.set(row, known);
  return (known[language] ??= composed(row, language));
}

function composed(row: NumberedRow, language: Language): EventJson {
  const name = row.name as EventName;
  const { group, category, type, version } = EVENT_KINDS[name];
  const body = JSON.parse(row.body) as EventBody;
  const { person, address, object, sessionId, asset, entry, detail, isFailure } = body;
  const severity = EVENT_SEVERITIES[row.severity] ?? 'info';
  const { reason } = detail;
  const target =
    object?.type === 'user' && object.id !== person?.id ? { id: object.id, name: object.name } : undefined;
  const users = [...new Set([person?.name, target?.name].filter((one) => one !== undefined && one !== ''))];
  return {
    '@timestamp': new Date(row.at).toISOString(),
    message: messageOf(name, body, language),
    ecs: { version: ECS_VERSION },
    event: {
      id: row.id,
      sequence: row.seq,
      kind: name.startsWith('alert.') ? 'alert' : 'event',
      category: [category],
      type: [type],
      action: name,
      outcome: isFailure ? 'failure' : 'success',
      severity: SYSLOG_SEVERITIES[severity],
      ...(typeof reason === 'string' && reason !== '' && { reason: boundedText(reason, NAME_BYTES) }),
      module: 'jadegate',
      dataset: `jadegate.${group}`,
    },
    ...((person || target) && { user: { ...person, ...(target && { target }) } }),
    ...(address && { source: { ip: address } }),
    ...(typeof detail['command'] === 'string' && { process: { command_line: detail['command'] } }),
    ...(typeof detail['path'] === 'string' && {
      file: { path: detail['path'], size: Number(detail['bytes'] ?? 0) },
    }),
    related: {
      ...(users.length > 0 && { user: users as string[] }),
      ...(address && { ip: [address] }),
      ...(asset && { hosts: [asset.name] }),
    },
    observer: {
      vendor: 'Jadegate',
      product: 'Jadegate',
      type: 'bastion',
      version: body.version,
      name: body.host,
    },
    jadegate: {
      version,
      severity,
      audit: { sequence: row.head_seq, hash: row.head_hash, ...(entry !== undefined && { entry }) },
      ...(object && { object }),
      ...(sessionId && { session: { id: sessionId } }),
      ...(asset && { asset }),
      ...(body.requestId && { request: { id: body.requestId } }),
      clock: { offset_ms: Math.round(body.clockOffsetMs) },
      ...(body.isCut && { cut: true }),
      detail,
    },
  };
}

/** One line for people: what happened, who did it and to what. */
function messageOf(
  name: EventName,
  { person, object, asset, detail }: EventBody,
  language: Language,
): string {
  const title = translate(EVENT_KINDS[name].title, language);
  const things = [
    person?.name,
    object?.name,
    asset?.name === object?.name ? undefined : asset?.name,
    detail['command'],
    detail['path'],
    detail['reason'],
  ];
  const told = [...new Set(things.filter((one) => typeof one === 'string' && one !== ''))].join(' · ');
  const line = translate(EVENT_MESSAGE_WORDS.line, language, { title, things: told });
  return boundedText(spelledText(told === '' ? title : line), MESSAGE_BYTES);
}

/** On one line that nothing in it can break, and no longer than every receiver takes. */
export function eventLine(event: EventJson): string {
  const line = lines.get(event) ?? boundedLine(event);
  lines.set(event, line);
  return line;
}

function boundedLine(event: EventJson): string {
  const line = spelledJson(event);
  if (Buffer.byteLength(line) <= MAX_BYTES) {
    return line;
  }
  const { process: _process, file: _file, jadegate, ...rest } = event;
  for (const bytes of DETAIL_STEPS) {
    const detail = JSON.parse(boundedDetail(jadegate.detail, bytes)) as Record<string, unknown>;
    const short = spelledJson({ ...rest, jadegate: { ...jadegate, cut: true, detail } });
    if (Buffer.byteLength(short) <= MAX_BYTES) {
      return short;
    }
  }
  return spelledJson(skeleton(event));
}

/** What is left where names are nothing but characters that are escaped: what happened, when, and by whose id. */
function skeleton(whole: EventJson): EventJson {
  const { user, process: _process, file: _file, related: _related, ...rest } = whole;
  const { reason: _reason, ...what } = rest.event;
  const event = { ...rest, event: what };
  const { object, asset, ...jadegate } = event.jadegate;
  const short = <Thing extends { id: string; name: string }>(thing: Thing): Thing => ({
    ...thing,
    name: boundedText(thing.name, NAME_BYTES),
  });
  return {
    ...event,
    message: boundedText(event.message, NAME_BYTES),
    ...(user && { user: { ...(user.id !== undefined && { id: user.id }) } }),
    jadegate: {
      ...jadegate,
      cut: true,
      ...(object && { object: short(object) }),
      ...(asset && { asset: short(asset) }),
      detail: {},
    },
  };
}
