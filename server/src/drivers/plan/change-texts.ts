import type { PlanChange } from '@waybill/domain/drivers/plan'
import type { BeforeChange } from './plan-store.ts'

type Moves = BeforeChange['moves']

/**
 * Returns what a stored change did, a text per kind and driver: `Moved 2 shipments from Sipho Dlamini to Zanele Mokoena`.
 * `moves` are the visits that were moved.
 */
export function changeTexts(
  changes: readonly PlanChange[],
  moves: Moves,
  nameOf: (username: string) => string,
): string[] {
  const moved = Map.groupBy(moves, ({ from, to }) => JSON.stringify([from, to]))
  return [
    ...[...moved.values()].map((visits) => moveText(visits, nameOf)),
    ...changes.flatMap((change) => orderText(change, nameOf) ?? []),
  ]
}

function moveText(visits: Moves, nameOf: (username: string) => string): string {
  const { from = '', to = '' } = visits[0] ?? {}
  const what = visitsText(visits)
  if (from === to) return `Moved ${what} of ${nameOf(to)} to another place`
  if (to === '') return `Took ${what} from ${nameOf(from)}`
  return from === '' ? `Gave ${what} to ${nameOf(to)}` : `Moved ${what} from ${nameOf(from)} to ${nameOf(to)}`
}

function visitsText(visits: Moves): string {
  const requests = visits.filter(({ request_id }) => request_id !== null).length
  return [...counted(visits.length - requests, 'shipment'), ...counted(requests, 'collection request')].join(
    ' and ',
  )
}

function orderText(change: PlanChange, nameOf: (username: string) => string): string | null {
  switch (change.kind) {
    case 'order':
      return `Changed the order of ${nameOf(change.driver)}`
    case 'lock':
    case 'unlock': {
      const [stops = 'all stops'] = change.visits ? counted(change.visits.length, 'stop') : []
      return `${change.kind === 'lock' ? 'Locked' : 'Unlocked'} ${stops} of ${nameOf(change.driver)}`
    }
    case 'sequence':
      return `Ordered the stops of ${change.drivers.map(nameOf).join(', ')}`
    default:
      return null
  }
}

function counted(count: number, what: string): string[] {
  if (count === 0) return []
  return [count === 1 ? `1 ${what}` : `${count} ${what}s`]
}
