import { NODE_LIFECYCLES, NodeInput } from '@jadegate/contract/fleet/node';
import { translate } from '@jadegate/contract/language';
import { LIMITS } from '@jadegate/contract/limits';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import { NODE_COLUMNS } from '@jadegate/contract/words/node-columns';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { readCsvApart } from '../../kernel/csv-apart.ts';
import { plainCell, type CsvRow } from '../../kernel/csv.ts';
import { nameKey } from './node.present.ts';
import type { NodeRepository } from './node.repository.ts';
import type { NodeService } from './node.service.ts';

type Column = keyof typeof NODE_COLUMNS;

interface CheckedLine {
  line: number;
  name: string;
  message: string;
  input: NodeInput | undefined;
}

/** Physical hosts out of a file. */
export class NodeImportService {
  readonly #nodes: NodeRepository;
  readonly #service: NodeService;

  constructor(nodes: NodeRepository, service: NodeService) {
    this.#nodes = nodes;
    this.#service = service;
  }

  /** All or none: a file that is half in is worse than one that is not. */
  async run(actor: Actor, csv: string, isDry: boolean) {
    const { rows } = await readCsvApart<Column>(Buffer.from(csv), {
      columns: NODE_COLUMNS,
      required: ['name'],
      maxRows: LIMITS.idsPerCall.max,
    });
    const taken = new Set(await this.#nodes.listNameKeys(rows.map(({ cells }) => nameKey(cells.name))));
    const linked = new Set<string>();
    const lines: CheckedLine[] = [];
    for (const row of rows) {
      lines.push(await this.#check(actor, row, taken, linked));
    }
    const inputs = lines.flatMap(({ input }) => input ?? []);
    const refused = lines.length - inputs.length;
    if (!isDry) {
      if (refused > 0) {
        throw new AppError('node_import.refused', { params: { count: refused } });
      }
      await this.#service.add(actor, inputs);
    }
    return {
      imported: isDry ? 0 : inputs.length,
      lines: lines.map(({ line, name, message }) => ({ line, name, message })),
    };
  }

  async #check(
    actor: Actor,
    { line, cells }: CsvRow<Column>,
    taken: Set<string>,
    linked: Set<string>,
  ): Promise<CheckedLine> {
    const { language } = actor;
    const name = plainCell(cells.name);
    const refuse = (message: string) => ({ line, name: name.slice(0, 200), message, input: undefined });
    const sentence = (code: 'node.name_taken' | 'node.asset_taken' | 'node.asset_unfit') =>
      refuse(translate(ERROR_WORDS[code], language, { name }));
    if (taken.has(nameKey(name))) {
      return sentence('node.name_taken');
    }
    const asset = plainCell(cells.asset);
    const found = asset === '' ? [] : await this.#nodes.findAssets(asset);
    const [only] = found;
    const isTheirs = found.length === 1 && only && (await this.#service.mayLink(actor, only.id));
    // One that they may not link and one that is not there are the same: names can be guessed.
    if (asset !== '' && !isTheirs) {
      return sentence('node.asset_unfit');
    }
    if (only && (linked.has(only.id) || (await this.#nodes.listLinked([only.id])).length > 0)) {
      return sentence('node.asset_taken');
    }
    const parsed = NodeInput.safeParse(inputOf(cells, name, only?.id ?? null));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return refuse(`${String(issue?.path[0] ?? 'name')}: ${translate(ERROR_WORDS.validation, language)}`);
    }
    taken.add(nameKey(name));
    if (only) {
      linked.add(only.id);
    }
    return { line, name, message: '', input: parsed.data };
  }
}

function inputOf(cells: Record<Column, string>, name: string, assetId: string | null): unknown {
  const number = (text: string) => (text === '' ? null : Number(text));
  const lifecycle = cells.lifecycle.toLowerCase();
  const labels = plainCell(cells.labels)
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => [pair.split('=')[0]?.trim() ?? '', pair.split('=').slice(1).join('=').trim()]);
  return {
    name,
    assetId,
    site: plainCell(cells.site),
    room: plainCell(cells.room),
    rack: plainCell(cells.rack),
    unit: number(cells.unit),
    unitHeight: number(cells.unitHeight),
    assetTag: plainCell(cells.assetTag),
    department: plainCell(cells.department),
    labels: Object.fromEntries(labels),
    description: plainCell(cells.description),
    ...(lifecycle !== '' && { lifecycle: NODE_LIFECYCLES.find((one) => one === lifecycle) ?? 'wrong' }),
  };
}
