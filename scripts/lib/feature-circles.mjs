import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const IMPORT = /\bfrom '(\.[^']+)'/g;

/** Which feature of the server uses which: `area/feature` → those it imports from, types included, tests left out. */
export function featuresUsedBy(source, areas) {
  const used = new Map();
  for (const area of areas) {
    for (const file of readdirSync(`${source}/${area}`, { recursive: true, encoding: 'utf8' })) {
      const path = `${area}/${file}`;
      const feature = featureOf(path, areas);
      if (!feature || !file.endsWith('.ts') || file.endsWith('.test.ts')) {
        continue;
      }
      const others = used.get(feature) ?? new Set();
      used.set(feature, others);
      for (const [, specifier] of readFileSync(`${source}/${path}`, 'utf8').matchAll(IMPORT)) {
        const other = featureOf(posix.join(posix.dirname(path), specifier), areas);
        if (other && other !== feature) {
          others.add(other);
        }
      }
    }
  }
  return used;
}

function featureOf(path, areas) {
  const [area, feature, file] = path.split('/');
  return file && areas.includes(area) ? `${area}/${feature}` : undefined;
}

/** A way from a feature back to itself, as a list that begins and ends with it; undefined when there is none. */
export function findCircle(used) {
  const done = new Set();
  const walk = (feature, way) => {
    if (way.includes(feature)) {
      return [...way.slice(way.indexOf(feature)), feature];
    }
    if (done.has(feature)) {
      return undefined;
    }
    for (const other of used.get(feature) ?? []) {
      const circle = walk(other, [...way, feature]);
      if (circle) {
        return circle;
      }
    }
    done.add(feature);
    return undefined;
  };
  for (const feature of used.keys()) {
    const circle = walk(feature, []);
    if (circle) {
      return circle;
    }
  }
  return undefined;
}
