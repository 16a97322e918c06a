import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

import { placeOf, type DestinationConfig } from '@jadegate/contract/platform/events/destination-config';

import type { Config } from '../../config.ts';
import type { ReadDatabase } from '../../db/open-for-reading.ts';
import { DAY_MS, SECOND_MS } from '../../kernel/clock.ts';
import { storedConfig } from '../../platform/event-destination/destination.ts';
import { sayProblem } from '../../platform/event-destination/event-destination.present.ts';
import {
  EventDestinationRepository,
  type DestinationRecord,
} from '../../platform/event-destination/event-destination.repository.ts';
import { isClosing } from '../../platform/event-destination/event-gate.service.ts';
import { refusingTargets } from '../../platform/event-destination/event-target.policy.ts';
import { connectTcp } from '../../protocols/dial/tcp.ts';
import { ok, problem, reasonOf, warning, type Finding } from './finding.ts';

const PATIENCE_MS = 5 * SECOND_MS;

/** Where events go: how that went last, and whether somebody is there. Nothing is sent. */
export async function checkEvents(database: ReadDatabase, config: Config): Promise<Finding[]> {
  const tables = await database.db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'event_destination')) {
    return [ok('destinations of events come with the next start')];
  }
  const records = await new EventDestinationRepository(database).listEnabled();
  if (records.length === 0) {
    return [ok('no destination of events is set')];
  }
  const findings: Finding[] = [];
  for (const record of records) {
    findings.push(await checkWay(record, config), ...checkProgress(record));
  }
  return findings;
}

function checkProgress(record: DestinationRecord): Finding[] {
  const { name, failing_since, lost_at, dropped, undeliverable } = record;
  const now = Date.now();
  const found: Finding[] = [];
  if (isClosing(record, now)) {
    found.push(
      problem(
        `no new sessions are opened: events have not reached “${name}” for more than ${record.fail_closed_hours} h`,
        'bring the receiver back, or switch it off with npx jadegate rescue',
      ),
    );
  }
  if (failing_since !== null) {
    const since = new Date(failing_since).toISOString();
    const reason = sayProblem(record.problem, 'en');
    found.push(
      problem(
        `events have not reached “${name}” since ${since}: ${reason}`,
        'look at its page in the console',
      ),
    );
  }
  if (lost_at !== null && now - lost_at < DAY_MS) {
    found.push(
      problem(
        `“${name}” lost events, ${dropped} in all: they needed more room than there is`,
        'raise event-outbox-max-mb in the settings, or bring the receiver back sooner',
      ),
    );
  }
  if (undeliverable > 0) {
    found.push(
      warning(
        `${undeliverable} events for “${name}” were given up`,
        'send them again from its page in the console',
      ),
    );
  }
  return found;
}

async function checkWay(record: DestinationRecord, config: Config): Promise<Finding> {
  const destination = storedConfig(record);
  const told = `“${record.name}” (${[record.kind, placeOf(destination)].filter(Boolean).join(' ')})`;
  try {
    const looked = await look(destination, config);
    return ok(`${told} ${looked ? 'can be reached' : 'is set'}`);
  } catch (error) {
    return problem(
      `${told} cannot be reached: ${reasonOf(error)}`,
      'check the destination, and the way there',
    );
  }
}

/** Answers false where only sending would tell. */
async function look(
  destination: DestinationConfig,
  { dataDir, eventFolder, eventTargetsAllowed }: Config,
): Promise<boolean> {
  if (destination.kind === 'file') {
    const folder = eventFolder ?? join(dataDir, 'events');
    await access(folder, constants.W_OK).catch((error: unknown) => {
      // One of our own is made when it is needed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || eventFolder !== undefined) {
        throw error;
      }
    });
    return true;
  }
  const target = targetOf(destination);
  if (!target) {
    return false;
  }
  const signal = AbortSignal.timeout(PATIENCE_MS);
  (await connectTcp(target, signal, refusingTargets(eventTargetsAllowed))).destroy();
  return true;
}

function targetOf(destination: DestinationConfig): { host: string; port: number } | undefined {
  if (destination.kind === 'webhook') {
    const { hostname, port } = new URL(destination.url);
    return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || 443) };
  }
  return destination.kind === 'syslog' && destination.transport !== 'udp' ? destination : undefined;
}
