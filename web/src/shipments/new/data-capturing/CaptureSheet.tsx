import { IconArrowsExchange } from '../../../kit/icons/icons.ts'
import { addressLine } from '@waybill/domain/accounts/address'
import type { ParcelType } from '@waybill/domain/accounts/model'
import { useEffect, useState, type ReactNode } from 'react'
import { Button, IconButton } from '../../../kit/ui/buttons/Button.tsx'
import { shortDay } from '../../../kit/ui/values/moments.ts'
import { PointFacts } from '../../../pickup-points/index.ts'
import { swapped, type Side } from '../booking.ts'
import { Instructions, Place, Times, Who } from '../collection-and-delivery/SideCard.tsx'
import { ExtrasCard } from '../ExtrasCard.tsx'
import { focusPath } from '../focus-path.ts'
import { ParcelGrid } from '../parcels/ParcelGrid.tsx'
import { ServiceList } from '../pricing/ServiceList.tsx'
import type { BookingState } from '../use-booking.ts'
import styles from './capture-sheet.module.css'

/**
 * The booking as one sheet for the keyboard: every section is a strip with its name and its key on the left. A
 * collection that needs nothing more is one line.
 */
export function CaptureSheet({
  state,
  types,
  round,
  above,
  account,
}: {
  state: BookingState
  types: readonly ParcelType[]
  /** Increases with each capture. */
  round: number
  above: ReactNode
  account: ReactNode
}) {
  const { form, prices } = state
  return (
    <div className={styles.sheet}>
      {above}
      <div data-section="" className={styles.strip}>
        <h2>Account</h2>
        {account}
      </div>
      <SideStrip key={`collection ${round}`} state={state} side="collection" />
      <SideStrip key={`delivery ${round}`} state={state} side="delivery" />
      <ParcelGrid form={form} types={types} />
      <ServiceList
        binding={form.field('service_level_code')}
        prices={prices}
        collect_on={form.values.collection_min_date}
      />
      <ExtrasCard state={state} />
    </div>
  )
}

/** Title of each side. */
const titles: Readonly<Record<Side, string>> = { collection: 'Collection', delivery: 'Delivery' }

/** The fields of a side that its line hides, with their labels for messages of the server. */
const hidden_fields = [
  ['address', 'Find an address'],
  ['contact.name', 'Contact name'],
  ['contact.mobile_number', 'Mobile number'],
  ['contact.email', 'Email'],
  ['min_date', 'Collect on'],
  ['window', 'Between'],
] as const

function SideStrip({ state, side }: { state: BookingState; side: Side }) {
  const { form, missing, prices } = state
  const [isEdited, setEdited] = useState(false)
  const [isOpened, setOpened] = useState(false)
  useEffect(() => {
    if (isOpened) focusPath(`${side}_address`)
  }, [isOpened, side])
  const isOwn = (path: string): boolean => path.startsWith(`${side}_`)
  const isComplete =
    !missing.some(({ field }) => isOwn(field)) &&
    !Object.keys(form.errors).some(isOwn) &&
    prices.problemAt('collection_min_date') === undefined
  const isLine = side === 'collection' && isComplete && !isEdited
  return (
    <section className={styles.strip} aria-labelledby={`${side}-title`} data-section="">
      <header className={styles.head}>
        <h2 id={`${side}-title`}>{titles[side]}</h2>
        {side === 'delivery' && (
          <IconButton
            label="Swap collection and delivery"
            icon={IconArrowsExchange}
            size="xs"
            onClick={() => form.fill(swapped(form.values))}
          />
        )}
      </header>
      {isLine ? (
        <SideLine
          state={state}
          side={side}
          onEdit={() => {
            setEdited(true)
            setOpened(true)
          }}
        />
      ) : (
        <div className={styles.side} onFocus={() => setEdited(true)}>
          <div className={styles.column}>
            <Place state={state} side={side} />
          </div>
          <div className={styles.column}>
            <Who state={state} side={side} />
            <Times state={state} side={side} />
            <Instructions state={state} side={side} />
          </div>
        </div>
      )}
    </section>
  )
}

/** A complete side as one line; a button, or the key of the section, opens its fields. */
function SideLine({
  state: { form },
  side,
  onEdit,
}: {
  state: BookingState
  side: Side
  onEdit: () => void
}) {
  for (const [part, label] of hidden_fields) {
    const path: string = `${side}_${part}`
    form.field(path as 'account_id').register(label)
  }
  const { values } = form
  const address = values[`${side}_address`]
  const point = values[`${side}_pickup_point_id`]
  const { name, mobile_number, email } = values[`${side}_contact`]
  const day = values[`${side}_min_date`]
  const { from, to } = values[`${side}_window`]
  return (
    <div className={styles.line}>
      <div className={styles.lineText}>
        {point ? (
          <PointFacts id={point} network={values[`${side}_pickup_point_provider`]} />
        ) : (
          <span>
            {address.company && <strong className={styles.company}>{address.company}</strong>}
            {addressLine({ ...address, company: '', entered_address: '', zone: '', country: '' })}
          </span>
        )}
        <span className={styles.lineNote}>
          {[
            name,
            mobile_number || email,
            !point && day && `${shortDay(day, new Date())} ${from}–${to}`,
            values[`special_instructions_${side}`],
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <span data-expands="">
        <Button size="sm" variant="ghost" onClick={onEdit}>
          Edit
        </Button>
      </span>
    </div>
  )
}
