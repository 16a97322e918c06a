import * as z from 'zod';

import { LIMITS } from '../limits.ts';

/**
 * What an SSH client of one's own may open on an asset, each a switch of the strategy. Files go by their own flags, whether
 * they come by SFTP, scp or rsync.
 */
export const CHANNEL_SWITCHES = [
  'shell',
  'exec',
  'localForward',
  'socketForward',
  'remoteForward',
  'gatewayPorts',
  'agentForward',
  'x11',
  'ide',
] as const;
export type ChannelSwitch = (typeof CHANNEL_SWITCHES)[number];

/** A grant without a strategy, and one from before there were switches. */
export const USUAL_CHANNELS: readonly ChannelSwitch[] = ['shell', 'exec'];

export function eachChannel<Value>(valueOf: (name: ChannelSwitch) => Value): Record<ChannelSwitch, Value> {
  return Object.fromEntries(CHANNEL_SWITCHES.map((name) => [name, valueOf(name)])) as Record<
    ChannelSwitch,
    Value
  >;
}

const TARGET =
  /^(?<host>\*|\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?):(?<port>\*|[1-9][0-9]{0,4})$/;
const HIGHEST_PORT = 65_535;

interface ForwardTargetParts {
  /** Without brackets; `*` for any. */
  host: string;
  port: number | '*';
}

/** Undefined for what is not a target. */
export function parseForwardTarget(text: string): ForwardTargetParts | undefined {
  const { host, port } = TARGET.exec(text.toLowerCase())?.groups ?? {};
  if (host === undefined || port === undefined || Number(port) > HIGHEST_PORT) {
    return undefined;
  }
  return { host: host.replaceAll(/^\[|\]$/g, ''), port: port === '*' ? '*' : Number(port) };
}

/** `host:port` as `PermitOpen` of OpenSSH has it: either may be `*`, and an IPv6 address stands in brackets. */
export const ForwardTarget = z
  .string()
  .trim()
  .toLowerCase()
  .max(LIMITS.forwardTarget.max)
  .refine((text) => parseForwardTarget(text) !== undefined, { params: { rule: 'format' } });

export const ForwardTargets = z.array(ForwardTarget).max(LIMITS.forwardTargets.max);

/** What was decided, with what follows from it: nobody who asks has to know that an IDE runs commands. */
export const ChannelRights = z.object({
  ...eachChannel(() => z.boolean()),
  /** Where forwards may lead besides the asset's own loopback. */
  forwardTargets: z.array(z.string()),
});
export type ChannelRights = z.infer<typeof ChannelRights>;

/**
 * An IDE is exec and the ways to what it starts on the asset: its forwards lead to loopback, and the listed targets count
 * for those who may forward by themselves.
 */
export function channelRights(
  switchedOn: readonly ChannelSwitch[],
  forwardTargets: readonly string[] = [],
): ChannelRights {
  const isOn = (name: ChannelSwitch) => switchedOn.includes(name);
  const isIde = isOn('ide');
  return {
    ...eachChannel(isOn),
    exec: isOn('exec') || isIde,
    localForward: isOn('localForward') || isIde,
    socketForward: isOn('socketForward') || isIde,
    gatewayPorts: isOn('gatewayPorts') && isOn('remoteForward'),
    forwardTargets: isOn('localForward') ? [...forwardTargets] : [],
  };
}

export const NO_CHANNELS = channelRights([]);
export const ALL_CHANNELS = channelRights(CHANNEL_SWITCHES, ['*:*']);

/** Whether a forward may lead there, as seen from the asset. */
export function mayForwardTo(rights: ChannelRights, host: string, port: number): boolean {
  if (!rights.localForward) {
    return false;
  }
  const wanted = host.toLowerCase();
  return (
    isLoopback(wanted) ||
    rights.forwardTargets.some((text) => {
      const target = parseForwardTarget(text);
      return (
        target !== undefined &&
        (target.host === '*' || target.host === wanted) &&
        (target.port === '*' || target.port === port)
      );
    })
  );
}

/** Whether the asset may listen for a client at this address of its own. */
export function mayListenOn(rights: ChannelRights, host: string): boolean {
  return rights.remoteForward && (rights.gatewayPorts || isLoopback(host.toLowerCase()));
}

/** By name or by number; any other way to write it is a stranger, because the asset reads it and not this server. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.(?:0|[1-9][0-9]{0,2})){3}$/.test(host);
}
