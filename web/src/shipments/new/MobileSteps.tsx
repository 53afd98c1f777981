import { IconPlus } from '@tabler/icons-react'
import { isStaff } from '@waybill/domain/kit/actor'
import { useState } from 'react'
import { AccountPicker } from '../../accounts/index.ts'
import { TextField } from '../../kit/form/TextField.tsx'
import { useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/Button.tsx'
import type { Side } from './booking.ts'
import {
  CostCentre,
  DeclaredValue,
  GuestOptions,
  OptIns,
  PodMethodChoice,
  ResponsibleContact,
} from './ExtrasCard.tsx'
import styles from './mobile.module.css'
import { ParcelTiles } from './ParcelTiles.tsx'
import { ServiceList } from './ServiceList.tsx'
import { Instructions, Place, Times, Who } from './SideCard.tsx'
import { FundsNotice } from './SummaryPanel.tsx'
import type { BookingDesk } from './use-booking.ts'
import { useParcelTypes } from './use-booking-rules.ts'
import { WhyPrice } from './WhyPrice.tsx'

/** Where from, where to, and who is there; staff say first whose shipment it is. */
export function WhereStep({ desk }: { desk: BookingDesk }) {
  const me = useMe()
  return (
    <>
      {isStaff(me) && <AccountPicker binding={desk.form.field('account_id')} chosen={desk.account} />}
      <Stop desk={desk} side="collection" title="From" />
      <Stop desk={desk} side="delivery" title="To" />
    </>
  )
}

function Stop({ desk, side, title }: { desk: BookingDesk; side: Side; title: string }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      <Place desk={desk} side={side} />
      <Who desk={desk} side={side} />
      <Instructions desk={desk} side={side} />
    </section>
  )
}

/** The parcels and the confirmation that nothing dangerous is in them. */
export function WhatStep({ desk }: { desk: BookingDesk }) {
  const types = useParcelTypes(desk.account)
  return (
    <>
      <ParcelTiles form={desk.form} types={types} describes />
      <GuestOptions desk={desk} only="confirmation" />
    </>
  )
}

/** Service, day, extras and what is left on the account; references are one press away. */
export function HowStep({ desk }: { desk: BookingDesk }) {
  const { form, prices, rules } = desk
  const { customer_reference, custom_tracking_reference } = form.values
  const [asksMore, setAsksMore] = useState(customer_reference !== '' || custom_tracking_reference !== '')
  const isOpen = asksMore || rules.customer_reference_required
  return (
    <>
      <Times desk={desk} side="collection" />
      <ServiceList
        binding={form.field('service_level_code')}
        prices={prices}
        collect_on={form.values.collection_min_date}
      />
      <OptIns desk={desk} />
      <DeclaredValue desk={desk} />
      <CostCentre desk={desk} />
      {isOpen ? (
        <>
          <TextField
            {...form.field('customer_reference')}
            label="Customer reference"
            optional={!rules.customer_reference_required}
            hint={
              rules.customer_reference_prefix ? `Starts with ${rules.customer_reference_prefix}` : undefined
            }
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            {...form.field('custom_tracking_reference')}
            label="Custom tracking reference"
            optional
            mono
            prefix={rules.checks.tracking_prefix || undefined}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </>
      ) : (
        <div>
          <Button variant="link" icon={IconPlus} onClick={() => setAsksMore(true)}>
            Add your own reference
          </Button>
        </div>
      )}
      <PodMethodChoice desk={desk} />
      <ResponsibleContact desk={desk} />
      <GuestOptions desk={desk} only="billing" />
      {prices.chosen && prices.chosen.rate !== null && (
        <section className={styles.part} aria-label="Price">
          <WhyPrice rate={prices.chosen} startsOpen={false} />
        </section>
      )}
      <FundsNotice desk={desk} />
    </>
  )
}
