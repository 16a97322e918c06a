import * as accessGateway from './access-gateway.ts';
import * as accessGatewayWords from './access-gateway.words.ts';
import * as assetImport from './asset-import.ts';
import * as assetImportWords from './asset-import.words.ts';
import * as assetReachability from './asset-reachability.ts';
import * as asset from './asset.ts';
import * as assetWords from './asset.words.ts';
import * as authorised from './authorised.ts';
import * as authorisedWords from './authorised.words.ts';
import * as commandFilter from './command-filter.ts';
import * as commandFilterWords from './command-filter.words.ts';
import * as command from './command.ts';
import * as commandWords from './command.words.ts';
import * as credential from './credential.ts';
import * as credentialWords from './credential.words.ts';
import * as hostKey from './host-key.ts';
import * as hostKeyWords from './host-key.words.ts';
import * as strategy from './strategy.ts';
import * as strategyWords from './strategy.words.ts';
import * as workerAsset from './worker-asset.ts';

/** What there is in the area: a feature stands here with its endpoints, its failures, its acts and what these are as events. */
export const ACCESS_ENDPOINTS = [
  accessGateway,
  assetImport,
  assetReachability,
  asset,
  authorised,
  commandFilter,
  command,
  credential,
  hostKey,
  strategy,
  workerAsset,
];

export const ACCESS_ERRORS = [
  authorisedWords.ERRORS,
  credentialWords.ERRORS,
  accessGatewayWords.ERRORS,
  assetWords.ERRORS,
  hostKeyWords.ERRORS,
  assetImportWords.ERRORS,
  strategyWords.ERRORS,
  commandFilterWords.ERRORS,
  commandWords.ERRORS,
] as const;

export const ACCESS_AUDIT = [
  authorisedWords.AUDIT,
  credentialWords.AUDIT,
  accessGatewayWords.AUDIT,
  assetWords.AUDIT,
  hostKeyWords.AUDIT,
  assetImportWords.AUDIT,
  strategyWords.AUDIT,
  commandFilterWords.AUDIT,
  commandWords.AUDIT,
] as const;

export const ACCESS_EVENTS = [
  authorisedWords.EVENTS,
  credentialWords.EVENTS,
  accessGatewayWords.EVENTS,
  assetWords.EVENTS,
  hostKeyWords.EVENTS,
  assetImportWords.EVENTS,
  strategyWords.EVENTS,
  commandFilterWords.EVENTS,
  commandWords.EVENTS,
] as const;
