import { IconPlus } from '../../../kit/icons/icons.ts'
import { isStaff } from '@waybill/domain/kit/actor'
import { useState } from 'react'
import { AccountPicker } from '../../../accounts/index.ts'
import { TextField } from '../../../kit/form/TextField.tsx'
import { useMe } from '../../../kit/session/me.ts'
import { Button } from '../../../kit/ui/buttons/Button.tsx'
import type { Side } from '../booking.ts'
import {
  CostCentre,
  CodAmount,
  DeclaredValue,
  GuestOptions,
  OptIns,
  PodMethodChoice,
  ResponsibleContact,
} from '../ExtrasCard.tsx'
import styles from './mobile-steps.module.css'
import { ParcelTiles } from '../parcels/ParcelTiles.tsx'
import { ServiceList } from '../pricing/ServiceList.tsx'
import { Instructions, Place, Times, Who } from '../collection-and-delivery/SideCard.tsx'
import { FundsNotice } from '../SummaryPanel.tsx'
import type { BookingState } from '../use-booking.ts'
import { KioskAccount } from './KioskAccount.tsx'
import { useParcelTypes } from '../use-booking-rules.ts'
import { WhyPrice } from '../pricing/WhyPrice.tsx'

/** First step: addresses and contacts of both sides. Staff also choose the account. */
export function WhereStep({ state, isKiosk }: { state: BookingState; isKiosk: boolean }) {
  const me = useMe()
  return (
    <>
      {!isStaff(me) ? null : isKiosk ? (
        <KioskAccount state={state} />
      ) : (
        <AccountPicker forBooking binding={state.form.field('account_id')} chosen={state.account} />
      )}
      <Stop state={state} side="collection" title="From" />
      <Stop state={state} side="delivery" title="To" />
    </>
  )
}

function Stop({ state, side, title }: { state: BookingState; side: Side; title: string }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      <Place state={state} side={side} />
      <Who state={state} side={side} />
      <Instructions state={state} side={side} />
    </section>
  )
}

/** Second step: the parcels, and the dangerous goods confirmation. */
export function WhatStep({ state }: { state: BookingState }) {
  const types = useParcelTypes(state.account)
  const me = useMe()
  return (
    <>
      <ParcelTiles form={state.form} types={types} describes weighs={isStaff(me)} />
      <GuestOptions state={state} only="confirmation" />
    </>
  )
}

/**
 * Last step: service, day, extras and the funds left on the account. The references are collapsed unless one is
 * required or filled in.
 */
export function HowStep({ state }: { state: BookingState }) {
  const { form, prices, rules } = state
  const { customer_reference, custom_tracking_reference } = form.values
  const [isExpanded, setIsExpanded] = useState(customer_reference !== '' || custom_tracking_reference !== '')
  const isOpen = isExpanded || rules.customer_reference_required
  return (
    <>
      <Times state={state} side="collection" />
      <ServiceList
        binding={form.field('service_level_code')}
        prices={prices}
        collect_on={form.values.collection_min_date}
      />
      <OptIns state={state} />
      <DeclaredValue state={state} />
      <CodAmount state={state} />
      <CostCentre state={state} />
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
          <Button variant="link" icon={IconPlus} onClick={() => setIsExpanded(true)}>
            Add your own reference
          </Button>
        </div>
      )}
      <PodMethodChoice state={state} />
      <ResponsibleContact state={state} />
      <GuestOptions state={state} only="billing" />
      {prices.chosen && prices.chosen.rate !== null && (
        <section className={styles.part} aria-label="Price">
          <WhyPrice rate={prices.chosen} startsOpen={false} />
        </section>
      )}
      <FundsNotice state={state} />
    </>
  )
}
