import { SECOND_MS } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { registerOwnPart, placeOfUrl, type Place } from '../kernel/own-parts.ts';
import type { ServerProcessService } from './server-process/server-process.service.ts';
import type { GuacdService } from './setting/guacd.service.ts';

interface Parts {
  guacd: GuacdService;
  processes: ServerProcessService;
  databaseUrl?: string | undefined;
  s3?: { endpoint?: string | undefined } | undefined;
  peer?: object | undefined;
  logger: Logger;
}

/** Servers come and go seldom, and a check of reachability dials thousands of hosts. */
const REMEMBER_MS = 2 * SECOND_MS;

/**
 * Keeps everybody from what this server stands on: guacd, database, store and the other servers. Where it listens itself is
 * known to who listens. Answers how to take it back.
 */
export function guardOwnParts(parts: Parts): () => void {
  const { guacd, databaseUrl, s3, peer } = parts;
  const fixed = [databaseUrl, s3?.endpoint].flatMap(placesOf);
  const servers = databaseUrl === undefined && !peer ? async () => [] : remembering(parts);
  return registerOwnPart(async () => [...fixed, ...guacd.places, ...(await servers())]);
}

function placesOf(url: string | undefined): Place[] {
  const place = url === undefined ? undefined : placeOfUrl(url);
  return place ? [place] : [];
}

/** What was known last counts while the database is away. */
function remembering({ processes, logger }: Parts): () => Promise<Place[]> {
  let known: Place[] = [];
  let askedAt = -REMEMBER_MS;
  return async () => {
    if (performance.now() - askedAt >= REMEMBER_MS) {
      try {
        known = (await processes.peerUrls()).flatMap(placesOf);
        askedAt = performance.now();
      } catch (error) {
        logger.warn({ err: error }, 'where the other servers are could not be asked');
      }
    }
    return known;
  };
}
