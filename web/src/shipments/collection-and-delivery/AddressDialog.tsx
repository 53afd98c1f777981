import { AddressInput, empty_address, type AddressParts } from '@waybill/domain/accounts/address'
import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { formatWindow } from '@waybill/domain/kit/texts/format'
import { formatRand } from '@waybill/domain/kit/money'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { mayRerate } from '@waybill/domain/rates/pricing/re-rating'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { PickupPoint } from '@waybill/domain/pickup-points/model'
import type { Shipment, ShipmentPatch } from '@waybill/domain/shipments/model'
import { require_postal_code_on_shipment_creation } from '@waybill/domain/shipments/settings'
import { useState, type ReactNode } from 'react'
import { AddressField, bookAddress } from '../../accounts/index.ts'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { weekdayText } from '../../kit/ui/values/moments.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import type { Leg } from './LegDialogs.tsx'
import styles from './address-dialog.module.css'
import { placeSearch } from '../../maps/index.ts'
import { PointFacts } from '../../pickup-points/index.ts'
import { PointChooser, useCountriesServed, type PointsRequest } from '../../rates/index.ts'

interface Preview {
  /** The change for which this preview was requested. */
  of: ShipmentPatch
  before: Shipment
  after: Shipment
}

/**
 * Dialog for changing the address of a booked leg, or the pickup point of one that goes to a locker or counter. It
 * displays the effect on price, days, branch and driver before saving.
 */
export function AddressDialog({
  shipment,
  leg,
  people,
  onClose,
}: {
  shipment: Shipment
  leg: Leg
  /** Driver names by username. */
  people: ReadonlyMap<string, string>
  onClose: () => void
}) {
  const me = useMe()
  const needsCode = useSetting(require_postal_code_on_shipment_creation)
  const countries = useCountriesServed()
  const path = `${leg}_address` as const
  const isPoint = Boolean(shipment[`${leg}_pickup_point_id`])
  const [preview, setPreview] = useState<Preview | null>(null)
  const booked: AddressParts = isPoint ? empty_address : AddressInput.decode({ ...shipment[path], id: 0 })
  const form = useForm({
    initial: { [path]: booked, entry_id: null, point: null } as Record<typeof path, AddressParts> & {
      entry_id: number | null
      point: PickupPoint | null
    },
    check: (values) =>
      values.point === null && isSame(values[path], booked)
        ? [{ field: path, message: `Enter the correct address. This is the current ${leg} address.` }]
        : true,
  })
  const { point, entry_id } = form.values
  const patch = {
    id: shipment.id,
    version: shipment.version,
    ...(point
      ? {
          [`${leg}_pickup_point_id`]: point.pickup_point_id,
          [`${leg}_pickup_point_provider`]: point.pickup_point_provider,
        }
      : { [path]: form.values[path], [`${leg}_address_book_id`]: entry_id ?? undefined }),
  }
  const shown = preview !== null && isSame(preview.of, patch) ? preview : null
  const previewing = useEndpointMutation(shipmentsApi.previewChange, {
    inForm: true,
    done: (answer, input) => setPreview({ ...answer, of: input }),
  })
  const save = useEndpointMutation(shipmentsApi.change, {
    inForm: true,
    refresh: [shipmentsApi.detail, shipmentsApi.rows],
    done: () => {
      toast.success(`The ${leg} address has been changed.`)
      onClose()
    },
  })
  const stays = mayRerate({
    disable_new_charges: shipment.disable_new_charges,
    is_invoiced: shipment.has_been_invoiced,
  })
  const binding = form.field(path)
  return (
    <Modal title={`Correct the ${leg} address of ${shipment.tracking_reference}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={previewing.isPending || save.isPending}
        error={shown ? save.error : previewing.error}
        submit={shown ? 'Save address' : 'Show what changes'}
        onCancel={onClose}
        onSubmit={() => {
          if (shown) save.mutate(patch)
          else previewing.mutate(patch)
        }}
      >
        {point ? (
          <>
            <PointFacts id={point.pickup_point_id} network={point.pickup_point_provider} />
            <div>
              <Button variant="link" onClick={() => form.set('point', null)}>
                Use an address instead
              </Button>
            </div>
          </>
        ) : (
          <>
            <AddressField
              {...binding}
              label="Find an address"
              needs_code={needsCode}
              abroad={countries[leg]}
              placeSearch={placeSearch}
              account_id={shipment.account_id}
              onChange={(typed) => {
                binding.onChange(typed)
                form.set('entry_id', null)
              }}
              onEntry={(entry) => {
                binding.onChange(bookAddress(entry))
                form.set('entry_id', entry.id)
              }}
            />
            {isPoint && (
              <PointChooser
                label="Choose another locker or counter"
                request={pointsRequestOf(shipment, leg)}
                onChoose={(other) => form.set('point', other)}
              />
            )}
          </>
        )}
        {shown && (
          <section className={styles.preview} aria-label="What changes" aria-live="polite">
            <Facts of={changesOf(me, shown, leg, people)} />
            {stays !== true && <Notice variant="warning">{`The price stays. ${stays.message}`}</Notice>}
            {shown.before[`${leg}_agent_id`] && !shown.after[`${leg}_agent_id`] && isStaff(me) && (
              <Notice variant="warning">{`The new address has no driver yet. Assign a driver to the ${leg}.`}</Notice>
            )}
          </section>
        )}
      </FormPanel>
    </Modal>
  )
}

/** Returns the request for the points to which a leg of a booked shipment may go instead. */
function pointsRequestOf(shipment: Shipment, leg: Leg): PointsRequest {
  const other = leg === 'collection' ? 'delivery' : 'collection'
  const point = shipment[`${other}_pickup_point_id`]
  return {
    side: leg,
    account_id: shipment.account_id,
    [`${leg}_address`]: AddressInput.decode({ ...shipment[`${leg}_address`] }),
    ...(point
      ? {
          [`${other}_pickup_point_id`]: point,
          [`${other}_pickup_point_provider`]: shipment[`${other}_pickup_point_provider`] ?? undefined,
        }
      : { [`${other}_address`]: AddressInput.decode({ ...shipment[`${other}_address`] }) }),
    parcels: shipment.parcels.filter(({ status }) => status !== 'cancelled').map(measuresOf),
    service_level_code: shipment.service_level_code,
  }
}

/** Returns the measures of a parcel, of which those of the hub take precedence. */
function measuresOf(parcel: Shipment['parcels'][number]): NonNullable<PointsRequest['parcels']>[number] {
  const { packaging, submitted_length_cm, submitted_width_cm, submitted_height_cm } = parcel
  const { submitted_weight_kg, actual_length_cm, actual_width_cm, actual_height_cm, actual_weight_kg } =
    parcel
  return {
    packaging,
    submitted_length_cm,
    submitted_width_cm,
    submitted_height_cm,
    submitted_weight_kg,
    actual_length_cm: actual_length_cm ?? undefined,
    actual_width_cm: actual_width_cm ?? undefined,
    actual_height_cm: actual_height_cm ?? undefined,
    actual_weight_kg: actual_weight_kg ?? undefined,
  }
}

function isSame<Value extends object>(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Returns the rows of the preview: each property that can change with an address, with its new value and, if
 * different, its old value.
 */
function changesOf(
  me: Actor,
  { before, after }: Preview,
  leg: Leg,
  people: ReadonlyMap<string, string>,
): [string, ReactNode][] {
  const zone = (of: Shipment): string =>
    [of[`${leg}_agent_zone`], of[`${leg}_agent_routing_number`]].filter(Boolean).join(' · ')
  const driver = (of: Shipment): string => {
    const username = of[`${leg}_agent_id`]
    return username ? (people.get(username) ?? username) : 'Nobody yet'
  }
  const rows: [string, string | null, string | null][] = [
    ['Price', priceOf(before), priceOf(after)],
    ['Collection', planOf(before, 'collection'), planOf(after, 'collection')],
    ['Delivery', planOf(before, 'delivery'), planOf(after, 'delivery')],
    ['Expected', expectedOf(before), expectedOf(after)],
    ...(isStaff(me)
      ? ([
          ['Branch', before[`${leg}_branch_name`], after[`${leg}_branch_name`]],
          ['Zone', zone(before), zone(after)],
          ['Driver', driver(before), driver(after)],
        ] satisfies [string, string, string][])
      : []),
  ]
  return rows.flatMap(([name, was, is]): [string, ReactNode][] =>
    is === null
      ? []
      : [[name, is === was ? `${is || 'None'} (unchanged)` : `${is || 'None'} (was ${was || 'none'})`]],
  )
}

function priceOf({ rate }: Shipment): string | null {
  return rate === null ? null : formatRand(rate)
}

/** Returns the last day on which the delivery is expected, as text; `null` if there is no estimate. */
function expectedOf({ estimated_delivery_to }: Shipment): string | null {
  return estimated_delivery_to && `By ${weekdayText(dayOf(estimated_delivery_to), dayOf(new Date()))}`
}

function planOf(shipment: Shipment, leg: Leg): string {
  const day = weekdayText(shipment[`${leg}_min_date`], dayOf(new Date()))
  return `${day} ${formatWindow(shipment[`${leg}_after`], shipment[`${leg}_before`])}`
}
