import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileExpression, type ExpressionValues } from './expression.ts'
import { explainExpression } from './explain-expression.ts'
import { parseExpression, type Expression } from './expression-syntax.ts'
import { multiplyDivide, parseDecimal, ratioRounded } from './exact-arithmetic.ts'

const values: ExpressionValues = { w: 300, aw: 3000, vw: 22500, n: 2, kmc: 12, kmd: 74, km: 58, dv: 480000 }
const cents = (text: string, more: Partial<ExpressionValues> = {}): number | null =>
  compileExpression(text).cents({ ...values, ...more })

describe('price expressions', () => {
  it.each([
    ['99 + max(0, w - 5) * 9.5', 300, 9900],
    ['99 + max(0, w - 5) * 9.5', 1400, 18450],
    ['145 + max(0,w-2)*42', 1500, 69100],
    ['if(w <= 5, 99, 150)', 500, 9900],
    ['if(w <= 5, 99, 150)', 501, 15000],
    ['ceil(w) * 10', 210, 3000],
    ['floor(w) * 10', 290, 2000],
    ['round(w) * 10', 250, 3000],
    ['abs(5 - w)', 1000, 500],
    ['min(w, 4, 2.5)', 300, 250],
    ['-3 + 2 * (w + 1)', 300, 500],
    ['w / 4', 100, 25],
    ['w / 3', 100, 33],
    ['2 * w / 3', 100, 67],
    ['dv * 0.0175', 300, 8400],
  ])('evaluates %s at %i/100 kg to %i cents', (text, w, expected) => {
    expect(cents(text, { w })).toBe(expected)
  })

  it('rounds half cents away from zero', () => {
    expect(cents('0.125 * 1')).toBe(13)
    expect(cents('0 - 0.125')).toBe(-13)
    expect(cents('1.005 * 1')).toBe(101)
  })

  it('returns null when it divides by zero, and does not evaluate the branch of if that is not taken', () => {
    expect(cents('100 / (n - 2)')).toBeNull()
    expect(cents('if(n > 2, 100 / (n - 2), 7)')).toBe(700)
  })

  it('stays exact when intermediate values exceed the safe integers', () => {
    expect(cents('dv * dv * 0.000001', { dv: 5_000_000_001 })).toBe(250000000100)
  })

  it.each([
    ['99 +', 'Something is missing at the end (character 5).'],
    [
      '99 + x',
      "'x' is not known. Use w, aw, vw, n, kmc, kmd, km, dv or min, max, ceil, floor, round, abs, if (character 6).",
    ],
    ['(99', "')' is missing at the end (character 4)."],
    ['99 $ 3', "'$' is not allowed here (character 4)."],
    ['if(w, 1)', 'if() takes 3 values, it has 2 (character 1).'],
    ['', 'The expression is empty (character 1).'],
    ['1 2', "'2' is not expected here (character 3)."],
    [
      'constructor',
      "'constructor' is not known. Use w, aw, vw, n, kmc, kmd, km, dv or min, max, ceil, floor, round, abs, if (character 1).",
    ],
  ])('throws an error with message and position for %j', (text, message) => {
    expect(() => compileExpression(text)).toThrow(message)
  })

  it('rejects expressions that are nested too deeply', () => {
    expect(() => compileExpression(`${'('.repeat(200)}1${')'.repeat(200)}`)).toThrow('nested too deeply')
    expect(() => compileExpression('-'.repeat(450) + '1')).toThrow('nested too deeply')
  })

  it.each([
    ['99 + max(0, w - 5) * 9.5', 'R 99.00 up to 5 kg, then R 9.50 per kg'],
    ['9.5 * max(w - 5, 0) + 99', 'R 99.00 up to 5 kg, then R 9.50 per kg'],
    ['99', 'R 99.00'],
    ['20 + w * 3.25', 'R 20.00 plus R 3.25 per kg'],
    [
      '99 + max(0,w-5)*9.5 + max(0,km-40)*6.5',
      'R 99.00 up to 5 kg, then R 9.50 per kg, plus R 6.50 per km above 40 km',
    ],
    ['50 + n * 5', 'R 50.00 plus R 5.00 per parcel'],
    ['if(w > 5, 1, 2)', 'if(w > 5, 1, 2)'],
  ])('explains %s in words', (text, sentence) => {
    expect(explainExpression(text)).toBe(sentence)
  })
})

/**
 * Evaluates the expression with big.js, independently of the engine. Reference implementation for the property test
 * below.
 */
function oracle(node: Expression, v: ExpressionValues): Big {
  const decimals = { w: 2, aw: 3, vw: 4, n: 0, kmc: 0, kmd: 0, km: 0, dv: 2 }
  if (node.kind === 'number') return new Big(node.text)
  if (node.kind === 'variable') return new Big(v[node.name]).div(new Big(10).pow(decimals[node.name]))
  if (node.kind === 'negative') return oracle(node.of, v).times(-1)
  if (node.kind === 'binary') {
    const a = oracle(node.left, v)
    const b = oracle(node.right, v)
    if (node.operator === '+') return a.plus(b)
    if (node.operator === '-') return a.minus(b)
    if (node.operator === '*') return a.times(b)
    const truths = {
      '<': a.lt(b),
      '<=': a.lte(b),
      '>': a.gt(b),
      '>=': a.gte(b),
      '=': a.eq(b),
      '<>': !a.eq(b),
      '/': false,
    }
    return new Big(truths[node.operator] ? 1 : 0)
  }
  const args = node.args.map((arg) => oracle(arg, v))
  const [x = new Big(0), y = new Big(0), z = new Big(0)] = args
  if (node.name === 'min') return args.reduce((least, one) => (one.lt(least) ? one : least))
  if (node.name === 'max') return args.reduce((max, one) => (one.gt(max) ? one : max))
  if (node.name === 'abs') return x.abs()
  if (node.name === 'if') return x.eq(0) ? z : y
  const down = x.round(0, Big.roundDown)
  if (node.name === 'floor') return down.gt(x) ? down.minus(1) : down
  if (node.name === 'ceil') return down.lt(x) ? down.plus(1) : down
  return x.round(0, Big.roundHalfUp)
}

const number = fc
  .tuple(fc.nat(99_999), fc.nat(4))
  .map(([units, digits]) => new Big(units).div(new Big(10).pow(digits)).toFixed())
const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    number,
    fc.constantFrom('w', 'aw', 'vw', 'n', 'kmc', 'kmd', 'km', 'dv'),
    fc
      .tuple(tie('text'), fc.constantFrom('+', '-', '*', '<', '<=', '>', '>=', '=', '<>'), tie('text'))
      .map((part) => `(${part.join(' ')})`),
    fc
      .tuple(fc.constantFrom('min', 'max'), tie('text'), tie('text'))
      .map(([name, a, b]) => `${name}(${a}, ${b})`),
    fc
      .tuple(fc.constantFrom('ceil', 'floor', 'round', 'abs'), tie('text'))
      .map(([name, a]) => `${name}(${a})`),
    fc.tuple(tie('text'), tie('text'), tie('text')).map(([a, b, c]) => `if(${a}, ${b}, ${c})`),
    fc.tuple(tie('text'), fc.constantFrom('2', '4', '0.5', '8', '1.25')).map(([a, b]) => `(${a} / ${b})`),
  ),
}))

const measured = fc.record({
  w: fc.nat(100_000),
  aw: fc.nat(1_000_000),
  vw: fc.nat(10_000_000),
  n: fc.integer({ min: 1, max: 200 }),
  kmc: fc.nat(2000),
  kmd: fc.nat(2000),
  km: fc.nat(2000),
  dv: fc.nat(5_000_000),
})

describe('exactness of price arithmetic', () => {
  it('gives the same cents as big.js for every expression', () => {
    Big.DP = 40
    fc.assert(
      fc.property(
        text.filter((one) => one.length < 400),
        measured,
        (one, v) => {
          const divided = parseExpression(
            one.replace(/ \/ (2|4|0\.5|8|1\.25)\b/g, (_, by) => ` * ${new Big(1).div(by).toFixed()}`),
          )
          const expected = oracle(divided, v).times(100).round(0, Big.roundHalfUp)
          expect(String(BigInt(compileExpression(one).cents(v) ?? 0))).toBe(
            String(BigInt(Number(expected.toFixed(0)))),
          )
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('rounds products and quotients as big.js does', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.integer({ min: 1000, max: 1_000_000_000 }), (a, b, d) => {
        const expected = new Big(a).times(b).div(d).round(0, Big.roundHalfUp)
        expect(new Big(multiplyDivide(a, b, d)).eq(expected.toFixed())).toBe(true)
        expect(ratioRounded([a, b], [d])).toBe(multiplyDivide(a, b, d))
      }),
    )
  })

  it('parses decimals exactly and rejects exponents and more than six decimals', () => {
    expect(parseDecimal('-12.50')).toEqual({ units: -1250, denominator: 100 })
    expect(() => parseDecimal('1e3')).toThrow()
    expect(() => parseDecimal('1.1234567')).toThrow()
  })
})
