import type { Mailbox } from '../../server/dev/test-kit/fakes/mailbox.ts'
import type { FakeBooking, FakeNetwork } from '../../server/dev/fakes/lockers/network.ts'
import { checkDatabase, every_job_is_done, readRows, type Check } from '../proofs/database.ts'
import type { MisbehavingNetwork } from './networks.ts'
import type { Parcel, World } from './parcels.ts'

/** States in which a network keeps a door for a booking. */
const holding: readonly FakeBooking['state'][] = ['booked', 'deposited', 'expired']
const hub_statuses = ['returned-to-hub', 'at-destination-hub', 'delivery-assigned', 'delivery-unassigned']

/** SQL that returns one row for each violation, with what it violates. `$1` is the company. */
const violations_in_sql: readonly Check[] = [
  {
    what: 'A booking is stored once.',
    statement: `SELECT customer_reference, count(*) FROM shipment WHERE provider_id = $1
      GROUP BY 1 HAVING count(*) <> 1`,
  },
  {
    what: 'A door changes from one parcel to the next only when it was free in between.',
    statement: `SELECT row_id, change FROM audit_event WHERE provider_id = $1 AND table_name = 'pickup_door'
      AND change -> 'held_by' ->> 'change_from' IS NOT NULL AND change -> 'held_by' ->> 'change_to' IS NOT NULL`,
  },
  {
    what: 'A door is held by a reservation that has a place there.',
    statement: `SELECT d.id, d.held_by, r.state FROM pickup_door d
      JOIN locker_reservation r ON r.provider_id = d.provider_id AND r.id = d.held_by
      WHERE d.provider_id = $1 AND (r.state NOT IN ('reserved', 'deposited', 'expired') OR r.door_id <> d.id)`,
  },
  {
    what: 'A point counts the parcels that have a place there.',
    statement: `SELECT p.id, p.parcels_held, count(r.id) FROM pickup_point p
      LEFT JOIN locker_reservation r ON r.provider_id = p.provider_id AND r.point_id = p.id
        AND r.state IN ('reserved', 'deposited', 'expired')
      WHERE p.provider_id = $1 GROUP BY p.provider_id, p.id HAVING p.parcels_held <> count(r.id)`,
  },
  {
    what: 'A place at a network belongs to one reservation.',
    statement: `SELECT network, network_reference, count(*) FROM locker_reservation
      WHERE provider_id = $1 AND network_reference <> '' GROUP BY 1, 2 HAVING count(*) > 1`,
  },
  {
    what: 'A parcel becomes ready for pickup, and is delivered, at most once.',
    statement: `SELECT shipment_id, status, count(*) FROM tracking_event
      WHERE provider_id = $1 AND status IN ('ready-for-pickup', 'delivered') GROUP BY 1, 2 HAVING count(*) > 1`,
  },
  {
    what: 'A message is recorded once, and sent unless it says nothing new any more.',
    statement: `SELECT shipment_id, channel, event, recipient, count(*), min(status) FROM message
      WHERE provider_id = $1 GROUP BY 1, 2, 3, 4 HAVING count(*) > 1 OR bool_or(status NOT IN ('sent', 'skipped'))`,
  },
  {
    what: 'A report of a network is applied, or comes too late to change anything.',
    statement: `SELECT network, event_id, kind, network_reference, outcome FROM locker_event
      WHERE provider_id = $1 AND outcome NOT IN ('applied', 'late')`,
  },
  every_job_is_done,
]

/** Compares the product, the networks and where the parcels really are, and notes every difference. */
export async function checkWorld(
  world: World,
  playing: readonly MisbehavingNetwork[],
  mailbox: Mailbox,
): Promise<void> {
  const { company, tally, parcels } = world
  const { p } = company
  const read = <Row extends object>(statement: string): Promise<Row[]> => readRows<Row>(p, statement)
  await checkDatabase(p, violations_in_sql, tally)
  const places = new Map(
    (await read<Place>(places_statement)).map((place) => [place.customer_reference, place]),
  )
  for (const parcel of parcels) {
    tally.count(`parcels that end ${parcel.is_at === 'point' ? 'in the' : 'at the'} ${parcel.is_at}`)
    const problem = differenceOf(parcel, places.get(parcel.key))
    if (problem) tally.violate(`Parcel ${parcel.id} (${parcel.network}, ${parcel.end}): ${problem}`)
  }
  for (const network of Object.values(company.fake.networks)) {
    const expected = [...places.values()].flatMap((one) =>
      one.network === network.name && one.holds ? [`${one.network_reference} ${one.state}`] : [],
    )
    checkBooks(network, expected, (what) => tally.violate(what))
  }
  const reports = await read<{ event_id: string; network: string }>(
    'SELECT event_id, network FROM locker_event WHERE provider_id = $1',
  )
  for (const { name, confirmed } of playing) {
    const stored = reports.filter(({ network }) => network === name).map(({ event_id }) => Number(event_id))
    if (stored.length !== confirmed.size || stored.some((id) => !confirmed.has(id)))
      tally.violate(`${confirmed.size} reports of ${name} were confirmed, ${stored.length} are stored.`)
  }
  const ids = (
    await read<{ id: string }>(
      "SELECT gateway_message_id AS id FROM message WHERE provider_id = $1 AND status = 'sent'",
    )
  ).map(({ id }) => id)
  const delivered = new Set(mailbox.delivered.map(({ message_id }) => message_id))
  tally.count('messages', ids.length)
  tally.count('messages handed over again under the same id', mailbox.delivered.length - delivered.size)
  if (ids.length !== delivered.size || ids.some((id) => !delivered.has(id)))
    tally.violate(`${ids.length} messages are recorded, and ${delivered.size} were sent.`)
}

/** Where the product says that a parcel is. */
interface Place {
  customer_reference: string
  status: string
  state: string
  network: string
  network_reference: string
  /** Whether the newest reservation has a place. */
  holds: boolean
  door: string
  open_places: number
}

const places_statement = `
  SELECT s.customer_reference, s.status, coalesce(r.state, '') AS state, coalesce(r.network, '') AS network,
    coalesce(r.network_reference, '') AS network_reference,
    coalesce(r.state IN ('reserved', 'deposited', 'expired'), false) AS holds, coalesce(d.name, '') AS door,
    (SELECT count(*)::int FROM locker_reservation o WHERE o.provider_id = s.provider_id AND o.shipment_id = s.id
      AND o.state NOT IN ('collected', 'released')) AS open_places
  FROM shipment s
  LEFT JOIN LATERAL (SELECT * FROM locker_reservation r WHERE r.provider_id = s.provider_id AND r.shipment_id = s.id
    AND r.leg = 'delivery' ORDER BY r.id DESC LIMIT 1) r ON true
  LEFT JOIN pickup_door d ON d.provider_id = s.provider_id AND d.held_by = r.id
  WHERE s.provider_id = $1`

/** Returns how the product or the network differs from where a parcel really is; `''` when they agree. */
function differenceOf({ is_at, end, booking, door }: Parcel, place: Place | undefined): string {
  if (!place) return 'it is not stored.'
  const { status, state, open_places, network_reference } = place
  const difference = `it is at the ${is_at}, but its status is ${status}, its place is ${state || 'none'}, door ${place.door || '-'}, number ${network_reference || '-'}, the network says ${booking?.state ?? '-'}.`
  const wasInside = end === 'received' || end === 'expired'
  if (is_at === 'point') {
    const isHeld = !booking || (booking.state === 'deposited' && numberOf(booking, network_reference))
    return status === 'ready-for-pickup' && state === 'deposited' && place.door === door && isHeld
      ? ''
      : difference
  }
  if (open_places > 0 || place.door !== '') return difference
  if (wasInside && (state !== 'collected' || (booking && booking.state !== 'collected'))) return difference
  if (!wasInside && state === 'collected') return difference
  const isRight = is_at === 'receiver' ? status === 'delivered' : hub_statuses.includes(status)
  return is_at !== 'vehicle' && isRight ? '' : difference
}

const numberOf = ({ id, number }: FakeBooking, reference: string): boolean =>
  [String(id), number].includes(reference)

/**
 * Compares the book of a network with the places that the product has there, and reads its history: a door has one
 * parcel at a time, and one reference has one door at a time.
 */
function checkBooks(
  { name, bookings, history }: FakeNetwork,
  expected: readonly string[],
  violate: (what: string) => void,
): void {
  const states: Readonly<Record<string, string>> = { booked: 'reserved' }
  const inBook = bookings.filter(({ state }) => holding.includes(state))
  for (const { id, number, state, reference } of inBook)
    if (![id, number].some((one) => expected.includes(`${one} ${states[state] ?? state}`)))
      violate(`${name} keeps ${number} (${reference}, ${state}) for nothing.`)
  if (inBook.length !== expected.length)
    violate(`${name} keeps ${inBook.length} places, and the product has ${expected.length} there.`)
  const holders = new Map<string, FakeBooking>()
  for (const { booking, state } of history) {
    const keys = [`reference ${booking.reference}`]
    if (booking.door !== '') keys.push(`door ${booking.terminal_id} ${booking.door}`)
    for (const key of keys) {
      const holder = holders.get(key)
      if (holding.includes(state) && holder && holder !== booking)
        violate(`${name}: ${key} had ${holder.number} and ${booking.number} at the same time.`)
      if (holding.includes(state)) holders.set(key, booking)
      else if (holder === booking) holders.delete(key)
    }
  }
}
