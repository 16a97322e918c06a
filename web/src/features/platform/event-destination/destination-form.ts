import {
  EventDestinationInput,
  EventFilter,
  type EventDestination,
} from '@jadegate/contract/platform/event-destination';
import {
  CONFIG_OF,
  DESTINATION_SECRETS,
  PEOPLE_KINDS,
  SECRETS_OF,
  type DestinationConfig,
  type DestinationKind,
  type DestinationSecret,
} from '@jadegate/contract/platform/events/destination-config';
import * as z from 'zod';

const { groups: _, names: __, ...filterShape } = EventFilter.shape;
const { name, enabled, quiet, failClosedHours, secrets } = EventDestinationInput.shape;
const secretShape = secrets.unwrap().shape;

/** A form has one level: what is asked of a kind, which events it gets and its secrets stand beside each other. */
export function formOf(kind: DestinationKind) {
  const { kind: ___, ...config } = CONFIG_OF[kind].shape as Record<string, z.ZodType>;
  const own = Object.fromEntries(secretsOf(kind).map((secret) => [secret, secretShape[secret]]));
  return z.strictObject({
    name,
    enabled,
    ...config,
    ...own,
    /** Groups and single events: their names tell them apart. */
    kinds: z.array(z.string()).default([]),
    ...filterShape,
    quiet,
    failClosedHours,
  });
}
type FormValues = Record<string, unknown>;

export function secretsOf(kind: DestinationKind): DestinationSecret[] {
  return DESTINATION_SECRETS.filter((secret) => SECRETS_OF[kind][secret] !== undefined);
}

/** What a new one starts with. People want to hear of little. */
export function blankOf(kind: DestinationKind): FormValues {
  const config = Object.entries(CONFIG_OF[kind].shape as Record<string, z.ZodType>).flatMap(
    ([key, field]) => {
      const usual = field.safeParse(undefined);
      return key !== 'kind' && usual.success && usual.data !== undefined ? [[key, usual.data]] : [];
    },
  );
  return {
    enabled: true,
    ...(Object.fromEntries(config) as FormValues),
    ...(kind === 'syslog' && { port: 6514 }),
    kinds: [],
    severity: PEOPLE_KINDS.includes(kind) ? 'warning' : 'info',
    users: [],
    userGroups: [],
    assets: [],
    tags: [],
    quiet: [],
    failClosedHours: 0,
  };
}

export function toForm({
  config,
  filter,
  name: own,
  enabled: isOn,
  quiet: hours,
  failClosedHours: most,
}: EventDestination): FormValues {
  const { kind: _kind, ...asked } = config;
  const { groups, names, ...rest } = filter;
  return {
    ...asked,
    name: own,
    enabled: isOn,
    kinds: [...groups, ...names],
    ...rest,
    quiet: hours,
    failClosedHours: most,
  };
}

export function toInput(kind: DestinationKind, form: FormValues): z.input<typeof EventDestinationInput> {
  const names = Object.keys(CONFIG_OF[kind].shape).filter((key) => key !== 'kind');
  const pick = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, form[key]]));
  const kinds = form['kinds'] as string[];
  return {
    ...pick(['name', 'enabled', 'quiet', 'failClosedHours']),
    config: { kind, ...pick(names) } as DestinationConfig,
    filter: {
      ...pick(Object.keys(filterShape)),
      groups: kinds.filter((one) => !one.includes('.')),
      names: kinds.filter((one) => one.includes('.')),
    },
    secrets: pick(secretsOf(kind)),
  } as z.input<typeof EventDestinationInput>;
}
