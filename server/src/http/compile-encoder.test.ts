import { omitted } from '@waybill/domain/kit/calls/optional-fields'
import { day, instant, rand } from '@waybill/domain/kit/calls/wire'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { encodeJson } from './compile-encoder.ts'

const nested = z.object({
  text: z.string(),
  int: z.int(),
  number: z.number(),
  flag: z.boolean(),
  nothing: z.null(),
  kind: z.enum(['a', 'b']),
  money: rand.nullable(),
  moment: instant,
  day,
  list: z.array(omitted(z.string())),
  absent: omitted(z.object({ day: omitted(day), list: z.array(z.int()) })),
  data: z.record(z.string(), z.unknown()).nullable(),
  either: z.union([z.int(), z.object({ text: z.string() })]),
  optional: z.string().optional(),
})

const valid = fc.record<Record<string, unknown>, string>(
  {
    text: fc.string({ unit: 'grapheme' }),
    int: fc.maxSafeInteger(),
    number: fc.double({ noNaN: true, noDefaultInfinity: true }),
    flag: fc.boolean(),
    nothing: fc.constant(null),
    kind: fc.constantFrom('a', 'b'),
    money: fc.option(fc.integer()),
    moment: fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }),
    day: fc.constantFrom('2026-02-28', '2026-12-31'),
    list: fc.array(fc.constantFrom('x', '', null)),
    absent: fc.constantFrom(undefined, null, { day: '2026-03-02', list: [1], more: 1 }, { list: [] }),
    data: fc.option(fc.dictionary(fc.string(), fc.jsonValue())),
    either: fc.constantFrom(1, { text: 'one' }),
    optional: fc.string(),
    unknown_member: fc.string(),
  },
  { requiredKeys: Object.keys(nested.shape).filter((name) => name !== 'optional' && name !== 'absent') },
)

/** Values of every type, most of them wrong for each member. */
const any_values: readonly unknown[] = [
  undefined,
  null,
  '',
  'a',
  '2026-13-45',
  0,
  -0,
  1.5,
  NaN,
  Infinity,
  2 ** 60,
  true,
  [],
  ['x', undefined],
  {},
  { text: 1 },
  new Date('invalid'),
  new Date(0),
  new Map([['a', 1]]),
]

const byZod = (schema: z.ZodType, value: unknown) => JSON.stringify(z.encode(schema, value))

/** Returns the result of an encoder, or the name of the error that it throws. */
function outcome(encode: () => string | undefined): string | undefined {
  try {
    return encode()
  } catch (error) {
    return `throws ${(error as Error).name}`
  }
}

describe('encodeJson', () => {
  it('writes the same JSON as Zod for valid values', () => {
    fc.assert(
      fc.property(valid, (value) => {
        expect(encodeJson(nested, value)).toBe(byZod(nested, value))
      }),
      { numRuns: 300 },
    )
  })

  it('accepts and rejects the same values of a member as Zod', () => {
    const [sample] = fc.sample(valid, { numRuns: 1, seed: 1 })
    for (const member of Object.keys(nested.shape))
      for (const wrong of any_values) {
        const value = { ...sample, [member]: wrong }
        const one = outcome(() => encodeJson(nested, value))
        expect(one, `${member}: ${String(wrong)}`).toBe(outcome(() => byZod(nested, value)))
      }
  })

  it('encodes values of a schema that contains itself', () => {
    const folder = z.object({
      name: z.string(),
      date: day,
      get folders() {
        return z.array(folder).optional()
      },
    })
    const inner = { name: 'b', date: '2026-02-28', folders: [] }
    const value = { name: 'a', date: '2026-02-28', folders: [inner, { ...inner, folders: [inner] }] }
    expect(encodeJson(folder, value)).toBe(byZod(folder, value))
  })

  it.each([
    ['a text with a limit', z.string().max(2), 'abc'],
    ['a refined object', z.object({ a: z.int() }).refine(({ a }) => a > 1), { a: 1 }],
    ['a strict object', z.strictObject({ a: z.int() }), { a: 1, b: 2 }],
    ['a loose object', z.looseObject({ a: z.int() }), { a: 1, b: 2 }],
    ['a default', z.int().default(3), undefined],
    ['a discriminated union', z.discriminatedUnion('k', [z.object({ k: z.literal('x') })]), { k: 'y' }],
    ['a tuple', z.tuple([z.int(), z.string()]), [1, 'a']],
    ['a number format', z.float32(), 1e300],
  ])('leaves %s to Zod', (_name, schema: z.ZodType, value) => {
    expect(outcome(() => encodeJson(schema, value))).toBe(outcome(() => byZod(schema, value)))
  })
})
