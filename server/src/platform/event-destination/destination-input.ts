import { createPrivateKey, X509Certificate } from 'node:crypto';

import { leadsElsewhere, type Destination as Place } from '@jadegate/contract/access/destination';
import type { EventDestinationInput } from '@jadegate/contract/platform/event-destination';
import {
  DESTINATION_SECRETS,
  SECRETS_OF,
  type DestinationConfig,
  type DestinationSecret,
} from '@jadegate/contract/platform/events/destination-config';
import { EVENT_NAMES } from '@jadegate/contract/platform/events/event-catalogue';

import { AppError } from '../../kernel/app-error.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/clock.ts';
import { Secret } from '../../kernel/secret.ts';
import { isFullFile } from './senders/file-sender.ts';

/** What becomes of the secrets of a destination: which are stored anew, and which go. */
export interface SecretPlan {
  put: Partial<Record<DestinationSecret, Secret>>;
  remove: DestinationSecret[];
}

interface Before {
  config: DestinationConfig;
  stored: readonly string[];
}

/** Refuses what cannot work, and says what is to be stored. */
export function planSecrets({ config, secrets }: EventDestinationInput, before?: Before): SecretPlan {
  const known = SECRETS_OF[config.kind];
  const needsKey = config.kind === 'syslog' && config.certificate !== '';
  const kept = (name: DestinationSecret) => before?.stored.includes(name) === true;
  const plan: SecretPlan = { put: {}, remove: [] };
  for (const name of DESTINATION_SECRETS) {
    const given = secrets[name] ?? '';
    const isOf = name === 'key' ? needsKey : known[name] !== undefined;
    if (!isOf) {
      plan.remove.push(name);
    } else if (given !== '') {
      plan.put[name] = new Secret(given);
    } else if (!kept(name) && (known[name] === 'needed' || name === 'key')) {
      throw new AppError('event_destination.secret_needed', {
        params: { field: name },
        fields: [name],
      });
    }
  }
  refuseTravelling(config, plan, before);
  refuseBadAddress(plan.put.url);
  refuseBadToken(plan.put.token);
  refuseOddAuthority(config);
  refuseOddKey(config, plan.put.key, kept('key'));
  return plan;
}

/** What is sent along goes only where it was meant for, and under the authorities it was meant for. */
function refuseTravelling(config: DestinationConfig, plan: SecretPlan, before: Before | undefined): void {
  if (!before) {
    return;
  }
  const isElsewhere = leadsElsewhere(wayOf(before.config), wayOf(config));
  const isMoved = { url: isElsewhere, token: isElsewhere || plan.put.url !== undefined };
  for (const name of ['url', 'token'] as const) {
    const isKept = before.stored.includes(name) && !plan.remove.includes(name) && !plan.put[name];
    if (isKept && isMoved[name]) {
      throw new AppError('event_destination.secret_again', { fields: [name] });
    }
  }
}

function wayOf(config: DestinationConfig): Place {
  return {
    url: config.kind === 'webhook' ? config.url : null,
    ca: 'ca' in config ? config.ca : null,
  };
}

function refuseBadAddress(url: Secret | undefined): void {
  const text = url?.expose();
  if (text === undefined) {
    return;
  }
  const isWeb = URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).username === '';
  if (!isWeb) {
    throw new AppError('event_destination.secret_address', { fields: ['url'] });
  }
}

/** It stands in a header, or in an address. */
function refuseBadToken(token: Secret | undefined): void {
  if (token && !/^[\x21-\x7e]+$/.test(token.expose())) {
    throw new AppError('event_destination.secret_token', { fields: ['token'] });
  }
}

function refuseOddAuthority(config: DestinationConfig): void {
  if (!('ca' in config) || config.ca === '') {
    return;
  }
  try {
    new X509Certificate(config.ca).toString();
  } catch (error) {
    throw new AppError('event_destination.authority_unreadable', { fields: ['ca'], cause: error });
  }
}

function refuseOddKey(config: DestinationConfig, key: Secret | undefined, isKept: boolean): void {
  if (config.kind !== 'syslog') {
    return;
  }
  try {
    const certificate = config.certificate === '' ? undefined : new X509Certificate(config.certificate);
    const isPair = certificate && key ? certificate.checkPrivateKey(createPrivateKey(key.expose())) : true;
    if (!isPair || (certificate && !key && !isKept)) {
      throw new Error('they do not belong together');
    }
  } catch (error) {
    throw new AppError('event_destination.key_unreadable', {
      fields: ['key', 'certificate'],
      cause: error,
    });
  }
}

/**
 * Two that write to one file take lines from each other when one of them is opened or is full; and what was full is called
 * as the file, with a number.
 */
export function refuseTakenFile(
  config: DestinationConfig,
  others: readonly { name: string; config: DestinationConfig }[],
): void {
  if (config.kind !== 'file') {
    return;
  }
  const { fileName } = config;
  const taken = others.find(
    (other) =>
      other.config.kind === 'file' &&
      (isFileOf(fileName, other.config.fileName) || isFileOf(other.config.fileName, fileName)),
  );
  if (taken) {
    throw new AppError('event_destination.file_taken', {
      params: { other: taken.name, fileName },
      fields: ['fileName'],
    });
  }
}

/** Whether the one is the other, or one of those that were full. Some disks do not tell letters by their case. */
function isFileOf(name: string, other: string): boolean {
  const [one, two] = [name.toLowerCase(), other.toLowerCase()];
  return one === two || (one.startsWith(`${two}.`) && isFullFile(one.slice(two.length + 1)));
}

/** What is meant to wait must not keep sessions from being opened every night. */
export function refuseOwnWaiting({ config, quiet, failClosedHours: hours }: EventDestinationInput): void {
  const isQuiet = quiet.some(({ value }) => value.trim() !== '');
  const digestMs = 'everyMinutes' in config ? config.everyMinutes * MINUTE_MS : 0;
  if (hours > 0 && (isQuiet || digestMs >= hours * HOUR_MS)) {
    throw new AppError('event_destination.waits_by_itself', {
      params: { hours },
      fields: ['failClosedHours'],
    });
  }
}

/** A name that is not in the catalogue would never match anything. */
export function refuseUnknownEvents(names: readonly string[]): void {
  const known = new Set<string>(EVENT_NAMES);
  const odd = names.find((name) => !known.has(name));
  if (odd !== undefined) {
    throw new AppError('event_destination.unknown_event', {
      params: { name: odd },
      fields: ['kinds'],
    });
  }
}
