import { IconPlus } from '../../../kit/icons/icons.ts'
import { addressLine } from '@waybill/domain/accounts/address'
import { addressDoubt } from '@waybill/domain/shipments/address-doubts'
import { useRef, useState, type ReactNode } from 'react'
import { AddressField, bookAddress, ContactFields } from '../../../accounts/index.ts'
import { DateField } from '../../../kit/form/dates/DateField.tsx'
import { TextArea } from '../../../kit/form/TextField.tsx'
import { TimeWindow } from '../../../kit/form/dates/TimeWindow.tsx'
import { Button } from '../../../kit/ui/buttons/Button.tsx'
import { useFocusRescue } from '../../../kit/ui/focus-rescue.ts'
import { Notice } from '../../../kit/ui/states/Notice.tsx'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Form } from '../../../kit/form/use-form.ts'
import { PointFacts } from '../../../pickup-points/index.ts'
import { PointChooser } from '../../../rates/index.ts'
import type { Booking, Side } from '../booking.ts'
import { movedText } from '../pricing/estimate-texts.ts'
import { pointsRequestOf } from '../pricing/rate-request.ts'
import shared from '../booking.module.css'
import styles from './side-card.module.css'
import type { BookingFields } from '../use-booking.ts'
import { placeSearch } from '../../../maps/index.ts'

/** One side of the form: address, contact, times, and collapsed instructions. */
export function SideCard({
  state,
  side,
  children,
}: {
  state: BookingFields
  side: Side
  /** Displayed below the times. */
  children?: ReactNode
}) {
  const title = side === 'collection' ? 'Collection' : 'Delivery'
  return (
    <section className={shared.card} aria-labelledby={`${side}-title`} data-section="">
      <h2 id={`${side}-title`}>{title}</h2>
      <Place state={state} side={side} />
      <Who state={state} side={side} />
      <Times state={state} side={side} />
      {children}
      <Instructions state={state} side={side} />
    </section>
  )
}

/** The pickup point of a side; without one, `children` for the address, and a button to choose a point instead. */
export function PlaceOrPoint({
  form,
  side,
  children,
}: {
  form: Form<Booking>
  side: Side
  children: ReactNode
}) {
  const point = form.values[`${side}_pickup_point_id`]
  const problem = form.errors[`${side}_pickup_point_id`]
  const network = form.values[`${side}_pickup_point_provider`]
  const box = useRef<HTMLDivElement>(null)
  const rescue = useFocusRescue(() => box.current?.querySelector('input'))
  return (
    <div ref={box} className={styles.place} {...rescue}>
      {point ? (
        <div className={styles.point}>
          <span>
            <PointFacts id={point} network={network} />
            {problem && <span className={shared.problem}>{problem}</span>}
          </span>
          <Button
            variant="link"
            onClick={() => {
              form.set(`${side}_pickup_point_id`, '')
              form.set(`${side}_pickup_point_provider`, '')
              form.set(`${side}_address`, { ...form.values[`${side}_address`], type: 'unknown' })
            }}
          >
            Use an address
          </Button>
        </div>
      ) : (
        children
      )}
      <PointChooser
        label={
          point
            ? 'Choose another locker or counter'
            : side === 'collection'
              ? 'Hand in at a locker or counter'
              : 'Deliver to a locker or counter'
        }
        request={pointsRequestOf(form.values, side)}
        onChoose={(chosen) => {
          form.set(`${side}_pickup_point_id`, chosen.pickup_point_id)
          form.set(`${side}_pickup_point_provider`, chosen.pickup_point_provider)
        }}
      />
    </div>
  )
}

/** The address of a side, or the pickup point that replaces it. */
export function Place({ state: { form, rules }, side }: { state: BookingFields; side: Side }) {
  const binding = form.field(`${side}_address`)
  form
    .field(`${side}_pickup_point_id`)
    .register(side === 'collection' ? 'Collection pickup point' : 'Delivery pickup point')
  const pointProblem = form.errors[`${side}_pickup_point_id`]
  // Compare both addresses on the delivery side only, so that the warning about equal addresses appears once.
  const hasOtherAddress = side === 'delivery' && !form.values.collection_pickup_point_id
  const doubt = addressDoubt(binding.value, hasOtherAddress ? form.values.collection_address : null)
  if (binding.off) {
    const point = form.values[`${side}_pickup_point_id`]
    return (
      <div>
        {point ? (
          <PointFacts id={point} network={form.values[`${side}_pickup_point_provider`]} />
        ) : (
          <p>{addressLine({ ...binding.value, entered_address: '' })}</p>
        )}
        <p className={styles.moved}>{binding.off}</p>
      </div>
    )
  }
  return (
    <PlaceOrPoint form={form} side={side}>
      <AddressField
        {...binding}
        error={binding.error ?? pointProblem}
        label="Find an address"
        needs_code={rules.checks.require_postal_code_on_shipment_creation}
        abroad={rules.checks.countries[side]}
        placeSearch={placeSearch}
        account_id={form.values.account_id}
        onChange={(address) => {
          binding.onChange(address)
          form.set(`${side}_address_book_id`, null)
        }}
        onEntry={(entry) => {
          binding.onChange(bookAddress(entry))
          form.set(`${side}_address_book_id`, entry.id)
          form.set(`${side}_contact`, {
            name: entry.contact_name || entry.name,
            mobile_number: entry.mobile_number,
            email: entry.email,
            alternative_contact_number: '',
          })
          if (entry.special_instructions) form.set(`special_instructions_${side}`, entry.special_instructions)
        }}
      />
      {doubt && (
        <Notice variant="warning" live>
          {doubt}
        </Notice>
      )}
    </PlaceOrPoint>
  )
}

/**
 * The contact of a side. A change of the email sets the mobile number again, which clears its message that one of the
 * two is required.
 */
export function Who({ state: { form }, side }: { state: BookingFields; side: Side }) {
  const email = form.field(`${side}_contact.email`)
  const mobile = `${side}_contact.mobile_number` as const
  return (
    <ContactFields
      name={form.field(`${side}_contact.name`)}
      mobile_number={form.field(mobile)}
      alternative_contact_number={form.field(`${side}_contact.alternative_contact_number`)}
      email={{
        ...email,
        onChange: (typed) => {
          email.onChange(typed)
          form.set(mobile, form.values[`${side}_contact`].mobile_number)
        },
      }}
    />
  )
}

/**
 * The day and window of a side; nothing if the parcel is handed in at a pickup point. The delivery day follows the
 * service until the user chooses another day.
 */
export function Times({ state: { form, prices }, side }: { state: BookingFields; side: Side }) {
  const date = form.field(`${side}_min_date`)
  const today = dayOf(new Date())
  const isDelivery = side === 'delivery'
  const soonest = prices.chosen && dayOf(prices.chosen.service_level.delivery_date_from)
  if (!isDelivery && form.values.collection_pickup_point_id) return null
  const moved = isDelivery
    ? null
    : movedText(prices.chosen ?? prices.rates?.[0] ?? null, form.values.collection_min_date, new Date())
  return (
    <>
      <div className={styles.halves}>
        <DateField
          {...date}
          error={date.error ?? prices.problemAt(`${side}_min_date`)}
          label={isDelivery ? 'Deliver from' : 'Collect on'}
          skippable
          optional={isDelivery}
          from={isDelivery ? (soonest ?? form.values.collection_min_date ?? today) : today}
        />
        <TimeWindow {...form.field(`${side}_window`)} label="Between" skippable />
      </div>
      {moved && (
        <p className={styles.moved} role="status">
          {moved}
        </p>
      )}
    </>
  )
}

/** Instructions for the driver. The field is expanded if it has a value. */
export function Instructions({ state: { form }, side }: { state: BookingFields; side: Side }) {
  const path = `special_instructions_${side}` as const
  const binding = form.field(path)
  const [isOpen, setOpen] = useState(false)
  if (!isOpen && binding.value === '' && !binding.off)
    return (
      <div>
        <Button variant="link" icon={IconPlus} onClick={() => setOpen(true)}>
          Add instructions
        </Button>
      </div>
    )
  return <TextArea {...binding} label={`Instructions for the ${side}`} optional maxLength={2000} rows={2} />
}
