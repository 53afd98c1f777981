import type { BodySize } from '../../domain/src/kit/calls/body-size.ts'

/** A request body meant to block the server for other users or to break the parser. */
export interface HostileBody {
  kind: string
  bytes: Buffer
}

/** Returns a reproducible random number generator: the same seed gives the same bodies. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const long_list = (item: string, count: number): string =>
  `[${`${item},`.repeat(Math.max(0, count - 1))}${item}]`

/** Hostile field values, used for any field. */
const values: readonly ((size: number, random: () => number) => string)[] = [
  (size) => long_list('0', Math.floor(size / 2)),
  (size) => long_list('{}', Math.floor(size / 3)),
  (size) => long_list('{"a":[{}]}', Math.floor(size / 11)),
  () => long_list('""', 999),
  (size) =>
    long_list('{"submitted_length_cm":"x","submitted_weight_kg":[]}', Math.min(999, Math.floor(size / 60))),
  (size) => JSON.stringify('x'.repeat(size)),
  (size) => JSON.stringify('1,'.repeat(size / 2)),
  (size) => JSON.stringify('́'.repeat(size / 2)),
  (size) => `"${'\\u0000'.repeat(size / 6)}"`,
  (size) => `"${'\\ud800'.repeat(size / 6)}"`,
  (size) => JSON.stringify('['.repeat(size)),
  (size) => JSON.stringify(' '.repeat(size)),
  (size) => JSON.stringify(`${'a'.repeat(size / 2)}@${'b.'.repeat(size / 4)}`),
  (size) => JSON.stringify('('.repeat(size)),
  (size) => JSON.stringify('0'.repeat(size)),
  () => '1e309',
  () => '-0',
  () => '9007199254740993',
  () => '{"__proto__":{"is_admin":true},"constructor":{"prototype":{}}}',
  () => '"constructor"',
  () => 'null',
  () => '[[[[[[[[[[]]]]]]]]]]',
  (size, random) =>
    JSON.stringify(
      String.fromCharCode(
        ...Array.from({ length: Math.min(size, 2_000) }, () => Math.floor(random() * 65_536)),
      ),
    ),
]

/** Hostile bodies that are not an object of fields. */
const wholes: readonly ((size: number) => string)[] = [
  (size) => '['.repeat(size),
  (size) => `{"a":`.repeat(size / 5),
  (size) => '/*'.repeat(size / 2),
  (size) => `{"a":1${',"b":2'.repeat(size / 6)}}`,
  (size) => `[${', '.repeat(size / 2)}]`,
  (size) => `{"a":${'"\\'.repeat(size / 2)}`,
  (size) => long_list(long_list('1', 990), Math.floor(size / 2_000)),
  (size) => long_list(long_list('{"a":1}', 990), Math.floor(size / 8_000)),
  (size) => '1'.repeat(size),
  (size) => `${'\t'.repeat(size - 2)}{}`,
  (size) => '﻿'.repeat(size / 3),
]

/**
 * Generates `count` hostile bodies for an endpoint with these fields, each at most as large as the endpoint accepts.
 * The same seed gives the same bodies.
 */
export function* hostileBodies(about: {
  fields: readonly string[]
  size: BodySize
  count: number
  seed: number
}): Generator<HostileBody> {
  const random = seededRandom(about.seed)
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  const room = Math.floor(about.size.bytes * 0.95)
  for (let made = 0; made < about.count; made += 1) {
    if (random() < 0.15 || about.fields.length === 0) {
      const index = Math.floor(random() * wholes.length)
      yield { kind: `whole ${index}`, bytes: Buffer.from(wholes[index]?.(room) ?? '') }
      continue
    }
    const index = Math.floor(random() * values.length)
    const chosen = random() < 0.5 ? [pick(about.fields) ?? ''] : about.fields.filter(() => random() < 0.5)
    const each = Math.floor(room / Math.max(1, chosen.length)) - 80
    const members = chosen.map(
      (name) => `${JSON.stringify(name)}:${values[index]?.(Math.max(2, each), random) ?? '0'}`,
    )
    yield {
      kind: `value ${index}`,
      bytes: Buffer.from(`{${members.join(',')}}`).subarray(0, about.size.bytes),
    }
  }
}
