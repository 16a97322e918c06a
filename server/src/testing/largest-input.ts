import * as z from 'zod';

type Json = Record<string, unknown>;

interface InputBudget {
  /** Bytes that the whole may have, roughly. */
  bytes: number;
  /** Values that the whole may have. */
  values: number;
}

/** The largest value that a schema lets in, as far as JSON Schema can say it: longest strings, fullest lists, all fields. */
export function largestInput(schema: z.ZodType, budget: InputBudget): unknown {
  const { $defs: definitions = {}, ...root } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Json & { $defs?: Record<string, Json> };
  return new Largest(definitions, { ...budget }).of(root, '');
}

/** What a field is called says more than its schema about what it takes. */
const SAMPLES: readonly (readonly [RegExp, unknown])[] = [
  [/^cron$/, '0 0 3 * * ?'],
  [/^time-zone$/, 'Asia/Taipei'],
  [/^(timePeriod)$/, []],
  [/^(startsAt|endsAt|at|from|to)$/, '2026-01-01 00:00:00'],
  [/^(mail|to|mail-from)$/, 'somebody@example.tw'],
  [/^hypervisorUri$/, 'qemu:///system'],
];

class Largest {
  readonly #definitions: Record<string, Json>;
  readonly #left: InputBudget;
  #depth = 0;

  constructor(definitions: Record<string, Json>, left: InputBudget) {
    this.#definitions = definitions;
    this.#left = left;
  }

  of(schema: Json, name: string): unknown {
    this.#left.values--;
    const sample = SAMPLES.find(([field]) => field.test(name));
    if (sample) {
      return sample[1];
    }
    if (typeof schema.$ref === 'string') {
      const found = this.#definitions[schema.$ref.replace('#/$defs/', '')];
      return found && this.#depth < 4 ? this.#deeper(() => this.of(found, name)) : null;
    }
    const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
    if (choices) {
      return this.of(choices.find(({ type }) => type !== 'null') ?? choices[0] ?? {}, name);
    }
    const all = schema.allOf as Json[] | undefined;
    if (all) {
      return this.of({ ...schema, ...Object.assign({}, ...all), allOf: undefined } as Json, name);
    }
    if (schema.const !== undefined) {
      return schema.const;
    }
    if (Array.isArray(schema.enum)) {
      return (schema.enum as unknown[]).toSorted((a, b) => String(b).length - String(a).length)[0];
    }
    const type = Array.isArray(schema.type) ? (schema.type as string[])[0] : schema.type;
    switch (type) {
      case 'object':
        return this.#deeper(() => this.#object(schema));
      case 'array':
        return this.#deeper(() => this.#array(schema, name));
      case 'integer':
      case 'number':
        return Math.min(Number(schema.maximum ?? 1000), 1_000_000_000);
      case 'boolean':
        return true;
      case 'string':
        return this.#string(schema, name);
      default:
        return undefined;
    }
  }

  #deeper<Result>(make: () => Result): Result {
    this.#depth++;
    try {
      return make();
    } finally {
      this.#depth--;
    }
  }

  #object(schema: Json): Json {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
    const made = properties.map(([name, one]) => [name, this.of(one, name)] as const);
    const { additionalProperties: more } = schema;
    if (properties.length === 0 && typeof more === 'object' && more !== null) {
      return Object.fromEntries(
        Array.from({ length: 100 }, (_, at) => [`name${at}`, this.of(more as Json, '')]),
      );
    }
    return Object.fromEntries(made.filter(([, value]) => value !== undefined));
  }

  #array(schema: Json, name: string): unknown[] {
    const items = (schema.items ?? {}) as Json;
    const most = Math.min(Number(schema.maxItems ?? Infinity), this.#left.values / 2);
    const made: unknown[] = [];
    while (made.length < most && this.#left.bytes > 2000 && this.#left.values > 200) {
      made.push(this.of(items, name.endsWith('s') ? name.slice(0, -1) : name));
    }
    return made;
  }

  #string(schema: Json, name: string): string {
    const most = Math.min(Number(schema.maxLength ?? 100_000), Math.max(this.#left.bytes, 1));
    this.#left.bytes -= most + name.length + 8;
    return 'a'.repeat(most);
  }
}
