import { formatRand } from '../../kit/money.ts'
import { toNumber } from '../formulas/exact-arithmetic.ts'
import type { ExpressionValues } from '../formulas/expression.ts'
import {
  expression_variables,
  parseExpression,
  type Expression,
  type ExpressionVariable,
} from '../formulas/expression-syntax.ts'
import type { CellPrice } from '../price-grid/lane-bands.ts'
import type { LaneBand } from './revisions.ts'

/** A sample shipment for which prices are calculated. */
export interface Probe {
  values: ExpressionValues
  /** The variables that the price depends on. */
  used: readonly ExpressionVariable[]
  /** Whether a distance that the price depends on is 0 km. */
  has_no_distance: boolean
}

/** Usual values of each variable, tried in addition to the numbers of the formula: kg, parcels, km, Rand. */
const ladders: Record<ExpressionVariable, readonly number[]> = {
  w: [0.1, 1, 2, 5, 10, 20, 30, 50, 100, 200, 500, 1000],
  aw: [0.1, 1, 2, 5, 10, 20, 30, 50, 100, 200, 500, 1000],
  vw: [0.1, 1, 2, 5, 10, 20, 30, 50, 100, 200, 500, 1000],
  n: [1, 2, 5, 10, 50, 200],
  kmc: [0, 1, 10, 50, 100, 500, 1000, 2000],
  kmd: [0, 1, 10, 50, 100, 500, 1000, 2000],
  km: [0, 1, 10, 50, 100, 500, 1000, 2000],
  dv: [0, 1, 100, 1000, 10_000, 100_000, 1_000_000],
}

/** The smallest value of each variable that is tried. */
const least: Record<ExpressionVariable, number> = {
  w: 0.1,
  aw: 0.1,
  vw: 0.1,
  n: 1,
  kmc: 0,
  kmd: 0,
  km: 0,
  dv: 0,
}

/** Maximum number of probes. For a formula with many variables, fewer values of each are tried. */
const max_probes = 4000

/**
 * Returns the parsed formula of a price. A flat amount is a formula without variables. Returns `null` when the price
 * has no formula or it cannot be parsed.
 */
export function expressionOf({ type, amount }: CellPrice): Expression | null {
  if (type === 'no-rate' || type === 'zero-rate') return null
  try {
    return parseExpression(amount)
  } catch {
    return null
  }
}

/**
 * Returns sample shipments at which prices reach their extremes within a band of charged weights: the limits of the
 * band, every number in the formulas with its neighbours, and usual values, in all combinations of the variables
 * used.
 */
export function probesOf(
  expressions: readonly Expression[],
  band: Pick<LaneBand, 'weight_from' | 'weight_to'>,
): Probe[] {
  const used = [...new Set(expressions.flatMap(variablesOf))]
  const numbers = [...new Set(expressions.flatMap(numbersOf))]
  const wide = used.map((name) => triedValues(name, band, numbers))
  const isTooMany = wide.reduce((product, values) => product * values.length, 1) > max_probes
  const tried = isTooMany ? wide.map((values) => thinned(values, used.length)) : wide
  const start: ExpressionValues = { ...lowest, w: scaledValue('w', lowestWeight(band)) }
  return used
    .reduce<ExpressionValues[]>(
      (probes, name, at) =>
        probes.flatMap((probe) =>
          (tried[at] ?? []).map((value) => ({ ...probe, [name]: scaledValue(name, value) })),
        ),
      [start],
    )
    .map((values) => ({
      values,
      used,
      has_no_distance: used.some((name) => name.startsWith('km') && values[name] === 0),
    }))
}

const scaledValue = (name: ExpressionVariable, value: number): number =>
  Math.round(value * 10 ** expression_variables[name])

const lowest: ExpressionValues = {
  w: scaledValue('w', least.w),
  aw: scaledValue('aw', least.aw),
  vw: scaledValue('vw', least.vw),
  n: 1,
  kmc: 0,
  kmd: 0,
  km: 0,
  dv: 0,
}

type Band = Pick<LaneBand, 'weight_from' | 'weight_to'>

const lowestWeight = ({ weight_from, weight_to }: Band): number =>
  Math.min(weight_from === 0 ? least.w : weight_from + 0.01, weight_to ?? Infinity)

/** Returns the values to try for a variable, within its possible range, in ascending order. */
function triedValues(name: ExpressionVariable, band: Band, numbers: readonly number[]): number[] {
  const step = name === 'w' || name === 'aw' || name === 'vw' || name === 'dv' ? 0.01 : 1
  const from = name === 'w' ? lowestWeight(band) : least[name]
  const to = name === 'w' ? (band.weight_to ?? Infinity) : Infinity
  const near = numbers
    .flatMap((value) => [value - step, value, value + step])
    .map((value) => Math.round(value / step) * step)
  const ends = to === Infinity ? [from] : [from, to]
  return [
    ...new Set([...ends, ...ladders[name], ...near].filter((value) => value >= from && value <= to)),
  ].toSorted((a, b) => a - b)
}

/** Reduces the values, retaining both ends, so that the number of combinations stays within the limit. */
function thinned(values: readonly number[], variables: number): number[] {
  const stored = Math.max(2, Math.floor(max_probes ** (1 / variables)))
  if (values.length <= stored) return [...values]
  return Array.from(
    { length: stored },
    (_, at) => values[Math.round((at * (values.length - 1)) / (stored - 1))] ?? 0,
  )
}

function childrenOf(node: Expression): readonly Expression[] {
  if (node.kind === 'binary') return [node.left, node.right]
  if (node.kind === 'negative') return [node.of]
  return node.kind === 'call' ? node.args : []
}

function variablesOf(node: Expression): ExpressionVariable[] {
  return node.kind === 'variable' ? [node.name] : childrenOf(node).flatMap(variablesOf)
}

function numbersOf(node: Expression): number[] {
  return node.kind === 'number' ? [toNumber(node.value)] : childrenOf(node).flatMap(numbersOf)
}

const probe_words: Record<ExpressionVariable, (value: number) => string> = {
  w: (kg) => `${kg} kg`,
  aw: (kg) => `${kg} kg actual weight`,
  vw: (kg) => `${kg} kg volumetric weight`,
  n: (count) => (count === 1 ? '1 parcel' : `${count} parcels`),
  kmc: (km) => `${km} km from the collection branch`,
  kmd: (km) => `${km} km from the delivery branch`,
  km: (km) => `${km} km`,
  dv: (rand) => `a declared value of ${formatRand(Math.round(rand * 100))}`,
}

/** Describes a probe as ` at 5 kg and 2 parcels`; empty when the price depends on no variable. */
export function probeText({ values, used }: Probe): string {
  if (used.length === 0) return ''
  const words = used.map((name) => probe_words[name](values[name] / 10 ** expression_variables[name]))
  return ` at ${words.join(' and ')}`
}
