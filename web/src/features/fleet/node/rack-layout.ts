import type { NodeRack, RackedNode } from '@jadegate/contract/fleet/node-endpoints';

/** As high as most racks are; a higher one is drawn higher. */
const USUAL_UNITS = 42;

export interface PlacedNode {
  node: RackedNode;
  /** Counted from the top, as a grid is. */
  row: number;
  height: number;
  /** Its highest and its lowest unit. */
  top: number;
  bottom: number;
  /** Which of those that claim the same units it is; 0 for the first. */
  lane: number;
}

interface LaidRack {
  units: number;
  lanes: number;
  placed: PlacedNode[];
  /** Those of which only the rack is known. */
  loose: RackedNode[];
}

/** Where each node stands. Two that claim the same unit stand side by side, so that both are seen. */
export function layRack({ nodes }: Pick<NodeRack, 'nodes'>): LaidRack {
  const topOf = ({ unit, unitHeight }: RackedNode) => (unit ?? 0) + unitHeight - 1;
  const units = Math.max(USUAL_UNITS, ...nodes.map(topOf));
  const placed: PlacedNode[] = [];
  for (const node of nodes) {
    if (node.unit === null) {
      continue;
    }
    const [bottom, top] = [node.unit, topOf(node)];
    const taken = new Set(
      placed.filter((one) => one.bottom <= top && bottom <= one.top).map(({ lane }) => lane),
    );
    let lane = 0;
    while (taken.has(lane)) {
      lane += 1;
    }
    placed.push({ node, row: units - top + 1, height: node.unitHeight, top, bottom, lane });
  }
  return {
    units,
    lanes: Math.max(1, ...placed.map(({ lane }) => lane + 1)),
    placed,
    loose: nodes.filter(({ unit }) => unit === null),
  };
}

/** Racks by the site they stand in, in the order they came. */
export function bySite(racks: readonly NodeRack[]): { site: string; racks: NodeRack[] }[] {
  const sites = new Map<string, NodeRack[]>();
  for (const rack of racks) {
    sites.set(rack.site, [...(sites.get(rack.site) ?? []), rack]);
  }
  return [...sites].map(([site, here]) => ({ site, racks: here }));
}
