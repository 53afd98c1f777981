import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { formatRand } from '@waybill/domain/kit/money'
import { formatWindow } from '@waybill/domain/kit/texts/format'
import { mayRerate } from '@waybill/domain/rates/pricing/re-rating'
import type { Shipment } from '@waybill/domain/shipments/model'
import { useMe } from '../../kit/session/me.ts'
import { Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { weekdayText } from '../../kit/ui/values/moments.ts'
import { both_sides, type Side } from '../new/booking.ts'
import { chargesOf } from '../pricing/charge-lines.ts'
import type { ChangePreview as Preview } from './use-edit.ts'

/** The effect of a change: price with its lines, days, branches, zones, drivers, labels and messages. */
export function ChangePreview({
  of: preview,
  people,
}: {
  of: Preview
  /** Driver names by username. */
  people: ReadonlyMap<string, string>
}) {
  const me = useMe()
  const { before, after, labels, messages } = preview
  const stays = mayRerate({
    disable_new_charges: before.disable_new_charges,
    is_invoiced: before.has_been_invoiced,
  })
  const lines = before.rate === after.rate ? [] : (chargesOf(after)?.lines ?? [])
  const unassigned = both_sides.filter((leg) => before[`${leg}_agent_id`] && !after[`${leg}_agent_id`])
  return (
    <section aria-label="What changes" aria-live="polite">
      <Stack>
        <Facts
          of={[
            ...changesOf(me, preview, people),
            ['Labels', labels.length > 0 ? `Print again: ${labels.join(', ')}` : 'None to print again'],
            ['Messages', messages.length > 0 ? messages.join(' ') : 'None'],
          ]}
        />
        {lines.length > 0 && (
          <section aria-label="New price">
            <Facts of={lines.map(({ name, value }) => [name, formatRand(value)] as const)} split />
          </section>
        )}
        {stays !== true && <Notice variant="warning">{`The price stays. ${stays.message}`}</Notice>}
        {isStaff(me) &&
          unassigned.map((leg) => (
            <Notice key={leg} variant="warning">
              {`The new address has no driver yet. Assign a driver to the ${leg}.`}
            </Notice>
          ))}
      </Stack>
    </section>
  )
}

/** Returns the rows of the preview: price, service and days, and for each new place its branch, zone and driver. */
function changesOf(
  me: Actor,
  { before, after }: Preview,
  people: ReadonlyMap<string, string>,
): [string, string][] {
  const row = (name: string, was: string | null, is: string | null): [string, string][] =>
    is === null
      ? []
      : [[name, is === was ? `${is || 'None'} (unchanged)` : `${is || 'None'} (was ${was || 'none'})`]]
  const placed = both_sides.filter(
    (leg) => before[`${leg}_address_id`] !== after[`${leg}_address_id`] && isStaff(me),
  )
  return [
    ...priceRow(before, after),
    ...row('Service', before.service_level_name, after.service_level_name),
    ...row('Collection', planOf(before, 'collection'), planOf(after, 'collection')),
    ...row('Delivery', planOf(before, 'delivery'), planOf(after, 'delivery')),
    ...row('Expected', expectedOf(before), expectedOf(after)),
    ...placed.flatMap((leg) => {
      const name = leg === 'collection' ? 'Collection' : 'Delivery'
      return [
        ...row(`${name} branch`, before[`${leg}_branch_name`], after[`${leg}_branch_name`]),
        ...row(`${name} zone`, zoneOf(before, leg), zoneOf(after, leg)),
        ...row(`${name} driver`, driverOf(before, leg, people), driverOf(after, leg, people)),
      ]
    }),
  ]
}

function priceRow({ rate: was }: Shipment, { rate: is }: Shipment): [string, string][] {
  if (was === null || is === null) return []
  if (was === is) return [['Price', `${formatRand(is)} (unchanged)`]]
  const difference = `${is > was ? '+' : '−'} ${formatRand(Math.abs(is - was))}`
  return [['Price', `${formatRand(is)} (was ${formatRand(was)}, ${difference})`]]
}

function zoneOf(of: Shipment, leg: Side): string {
  return [of[`${leg}_agent_zone`], of[`${leg}_agent_routing_number`]].filter(Boolean).join(' · ')
}

function driverOf(of: Shipment, leg: Side, people: ReadonlyMap<string, string>): string {
  const username = of[`${leg}_agent_id`]
  return username ? (people.get(username) ?? username) : 'Nobody yet'
}

/** Returns the last day on which the delivery is expected, as text; `null` if there is no estimate. */
function expectedOf({ estimated_delivery_to }: Shipment): string | null {
  return estimated_delivery_to && `By ${weekdayText(dayOf(estimated_delivery_to), dayOf(new Date()))}`
}

function planOf(shipment: Shipment, leg: Side): string {
  const day = weekdayText(shipment[`${leg}_min_date`], dayOf(new Date()))
  return `${day} ${formatWindow(shipment[`${leg}_after`], shipment[`${leg}_before`])}`
}
