import { hasPermission, type Actor } from '../../kit/actor.ts'
import { codedText, type CodedText } from '../../kit/answers/coded-text.ts'
import { forbidden, invalid, wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { depot_columns, type DepotColumn } from './depot-column.ts'

/** What can keep a vehicle from leaving: parcels that are not loaded, and limits of the vehicle and its driver. */
export const ready_blockers = [
  'expected',
  'on_floor',
  'missing',
  'over',
  'damaged',
  'overweight',
  'overfull',
  'licence',
  'vehicle',
] as const
export type ReadyBlocker = (typeof ready_blockers)[number]

/** The parcels of a row by column, and what the vehicle may carry. kg and m³; a limit is `null` when it is unknown. */
export interface ReadyFacts extends Readonly<Record<DepotColumn, number>> {
  kg: number
  max_kg: number | null
  m3: number
  max_m3: number | null
  /** Whether the licence of the driver is no longer valid on the day. */
  is_licence_over: boolean
  /** Whether the driver has not checked the vehicle although the company asks for it, or it is not in order. */
  is_vehicle_open: boolean
}

/**
 * Returns what keeps a vehicle from leaving; the gate is green when there is nothing. The weight and volume are those
 * of all parcels of the row, because those that come late are to go along too.
 */
export function readyBlockers(facts: ReadyFacts): ReadyBlocker[] {
  const is: Readonly<Record<ReadyBlocker, boolean>> = {
    expected: facts.expected > 0,
    on_floor: facts.on_floor > 0,
    missing: facts.missing > 0,
    over: facts.over > 0,
    damaged: facts.damaged > 0,
    overweight: facts.max_kg !== null && facts.kg > facts.max_kg,
    overfull: facts.max_m3 !== null && facts.m3 > facts.max_m3,
    licence: facts.is_licence_over,
    vehicle: facts.is_vehicle_open,
  }
  return ready_blockers.filter((blocker) => is[blocker])
}

/** Blockers that are worth a message before the vehicle starts: those that loading on does not solve. */
export const alerted_blockers: readonly ReadyBlocker[] = ['missing', 'over', 'overweight', 'overfull']

const counted = (
  code: 'expected' | 'on_floor' | 'missing' | 'over' | 'damaged',
  parcels: number,
): CodedText => (parcels === 1 ? codedText(`gate_${code}_one`) : codedText(`gate_${code}`, { parcels }))
const rounded = (number: number, digits: number): string => String(Number(number.toFixed(digits)))

/** Returns the sentence about a blocker of a row. */
export function blockerText(
  blocker: ReadyBlocker,
  facts: Omit<ReadyFacts, 'is_licence_over' | 'is_vehicle_open'>,
): CodedText {
  switch (blocker) {
    case 'expected':
    case 'on_floor':
    case 'missing':
    case 'over':
    case 'damaged':
      return counted(blocker, facts[blocker])
    case 'overweight':
      return codedText('gate_overweight', { kg: rounded(facts.kg, 1), max: rounded(facts.max_kg ?? 0, 1) })
    case 'overfull':
      return codedText('gate_overfull', { m3: rounded(facts.m3, 2), max: rounded(facts.max_m3 ?? 0, 2) })
    case 'licence':
      return codedText('gate_licence')
    case 'vehicle':
      return codedText('gate_vehicle')
  }
}

/** Permission to let a vehicle leave although its gate is not green. */
export const release_right = 'INLINE_release_with_blockers'

/** Checks whether a user may let a vehicle leave: the gate is green, or the user may override it and says why. */
export function mayRelease(actor: Actor, blockers: readonly string[], reason: string): RuleResult {
  if (blockers.length === 0) return true
  const why = blockers.join(' ')
  if (!hasPermission(actor, release_right))
    return forbidden(`This route is not ready. ${why} Ask somebody who may release it all the same.`)
  if (reason === '')
    return invalid(`This route is not ready. ${why} Enter the reason to release it all the same.`, [
      { field: 'reason', message: 'is required for a route that is not ready' },
    ])
  return true
}

/** Checks whether there is anything to release. */
export function hasParcels(facts: Readonly<Record<DepotColumn, number>>): RuleResult {
  return (
    depot_columns.some((column) => facts[column] > 0) ||
    wrongState('This driver has no parcels from this branch on this day.')
  )
}
