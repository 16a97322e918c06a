import { translate, type Language } from '@jadegate/contract/language';
import { EVENT_MESSAGE_WORDS } from '@jadegate/contract/platform/event.words';
import type { EventJson } from '@jadegate/contract/platform/events/event-json';
import { EVENT_SEVERITIES } from '@jadegate/contract/platform/events/event-kind';
import { EVENT_SEVERITY_WORDS } from '@jadegate/contract/platform/events/event-kind.words';

import { familyTime } from '../../../kernel/family-time.ts';
import { spelledText } from '../../../kernel/spelled-text.ts';

/** In which words people are told. */
export interface Telling {
  language: Language;
  product: string;
}

/** Nobody reads more of one message: those that matter most are told, and how many there are beside them. */
const MAX_LINES = 20;
const LINE_CHARACTERS = 300;

/** Events for people in their order, one on a line that nothing in it can break: the worst of them, as many as fit. */
export function textForPeople(
  events: readonly EventJson[],
  { language, product }: Telling,
  maxCharacters: number,
): string {
  const more = (count: number) => translate(EVENT_MESSAGE_WORDS.more, language, { count, product });
  const room = maxCharacters - more(events.length).length - 1;
  const rank = (event: EventJson) => EVENT_SEVERITIES.indexOf(event.jadegate.severity);
  const told = new Map<EventJson, string>();
  let characters = 0;
  for (const event of events.toSorted((a, b) => rank(b) - rank(a)).slice(0, MAX_LINES)) {
    const line = lineOf(event, language);
    characters += line.length + 1;
    if (characters > room) {
      break;
    }
    told.set(event, line);
  }
  const lines = events.flatMap((event) => told.get(event) ?? []);
  const left = events.length - lines.length;
  return [...lines, ...(left > 0 ? [more(left)] : [])].join('\n');
}

function lineOf(event: EventJson, language: Language): string {
  const severity = translate(EVENT_SEVERITY_WORDS[event.jadegate.severity], language);
  const from = event.source ? ` (${event.source.ip})` : '';
  const text = `[${severity}] ${familyTime(Date.parse(event['@timestamp']))} ${event.message}${from}`;
  const line = spelledText(text);
  return line.length > LINE_CHARACTERS ? `${line.slice(0, LINE_CHARACTERS - 1).toWellFormed()}…` : line;
}
