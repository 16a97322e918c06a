import type { HostSample, HostTemperature } from '@jadegate/contract/fleet/host-sample';

import { clean, whole } from './text.ts';

const MAX_SENSORS = 128;
const COLDEST = -40;
const HOTTEST = 150;

type Sensors = Pick<HostSample, 'tempMaxC' | 'temperatures' | 'fanMinRpm'>;

/** Lines of `path:value` of the kernel's sensors. A machine that is none has none. */
export function sensorsOf(lines: readonly string[]): Sensors {
  const values = new Map(
    lines.flatMap((line) => {
      const [, path, value] = /^(\/sys\/class\/\S+):(.*)$/.exec(line) ?? [];
      return path !== undefined && value !== undefined ? [[path, value] as const] : [];
    }),
  );
  const read: HostTemperature[] = [];
  const fans: number[] = [];
  for (const [path, value] of values) {
    const [, folder = '', kind, number = ''] =
      /^(\/sys\/class\/hwmon\/hwmon\d+)\/(temp|fan)(\d+)_input$/.exec(path) ?? [];
    if (kind === 'temp') {
      const name = clean(values.get(`${folder}/name`));
      const label = clean(values.get(`${folder}/temp${number}_label`)) ?? `temp${number}`;
      read.push(...temperature(value, name === null ? label : `${name} ${label}`));
    } else if (kind === 'fan') {
      fans.push(...[whole(value)].flatMap((turns) => turns ?? []));
    }
  }
  // Where a driver of the sensors is missing, the firmware's zones are better than nothing.
  const temperatures = (read.length > 0 ? read : zones(values)).slice(0, MAX_SENSORS);
  return {
    tempMaxC: temperatures.length > 0 ? Math.max(...temperatures.map(({ celsius }) => celsius)) : null,
    temperatures,
    // a fan that stands still is one that nothing is plugged into, more often than one that broke
    fanMinRpm: fans.some((turns) => turns > 0) ? Math.min(...fans.filter((turns) => turns > 0)) : null,
  };
}

function zones(values: ReadonlyMap<string, string>): HostTemperature[] {
  return [...values].flatMap(([path, value]) => {
    const folder = /^(\/sys\/class\/thermal\/thermal_zone\d+)\/temp$/.exec(path)?.[1];
    return folder === undefined
      ? []
      : temperature(value, clean(values.get(`${folder}/type`)) ?? folder.replace(/.*\//, ''));
  });
}

/** Thousandths of a degree; a sensor that is not there gives nonsense. */
function temperature(value: string, label: string): HostTemperature[] {
  const celsius = /^-?\d{1,7}$/.test(value.trim()) ? Number(value) / 1000 : Number.NaN;
  return celsius >= COLDEST && celsius <= HOTTEST ? [{ label, celsius }] : [];
}
