import * as gpu from './gpu-endpoints.ts';
import * as gpuWords from './gpu.words.ts';
import * as nodeConnection from './node-connection.ts';
import * as node from './node-endpoints.ts';
import * as nodePower from './node-power.ts';
import * as nodeWords from './node.words.ts';
import * as vmConsole from './vm-console.ts';
import * as vm from './vm-endpoints.ts';
import * as vmWords from './vm.words.ts';

/** What there is in the area: a feature stands here with its endpoints, its failures, its acts and what these are as events. */
export const FLEET_ENDPOINTS = [gpu, nodeConnection, node, nodePower, vmConsole, vm];

export const FLEET_ERRORS = [gpuWords.ERRORS, nodeWords.ERRORS, vmWords.ERRORS] as const;

export const FLEET_AUDIT = [gpuWords.AUDIT, nodeWords.AUDIT, vmWords.AUDIT] as const;

export const FLEET_EVENTS = [gpuWords.EVENTS, nodeWords.EVENTS, vmWords.EVENTS] as const;
