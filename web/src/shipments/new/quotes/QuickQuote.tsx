import { isStaff } from '@waybill/domain/kit/actor'
import { quote_disclaimer } from '@waybill/domain/rates/settings'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { useState } from 'react'
import { AccountPicker, AddressSearch, useAccount } from '../../../accounts/index.ts'
import { DateField } from '../../../kit/form/dates/DateField.tsx'
import { readVisitValues, useStoreVisitValues } from '../../../kit/form/visit-values.ts'
import { useForm } from '../../../kit/form/use-form.ts'
import { mayCall, useMe, useSetting } from '../../../kit/session/me.ts'
import { Page } from '../../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../../kit/ui/states/Notice.tsx'
import { PageHeader } from '../../../kit/ui/page-layout/PageHeader.tsx'
import { RegionError, Skeleton, ThinBar } from '../../../kit/ui/states/States.tsx'
import { Tag } from '../../../kit/ui/values/Value.tsx'
import { useGo } from '../../../kit/url/use-go.ts'
import { both_sides, emptyBooking, type Booking } from '../booking.ts'
import { routeOf } from '../pricing/rate-request.ts'
import { PlaceOrPoint } from '../collection-and-delivery/SideCard.tsx'
import { storeQuote, sendAddress } from './stored-quote.ts'
import { movedText } from '../pricing/estimate-texts.ts'
import { ParcelTiles } from '../parcels/ParcelTiles.tsx'
import { QuoteTable } from './QuoteTable.tsx'
import shared from '../quote.module.css'
import styles from './quick-quote.module.css'
import { useMayBook } from '../use-may-book.ts'
import { useBookingDefaults, useParcelTypes } from '../use-booking-rules.ts'
import { usePrices, type Prices } from '../pricing/use-prices.ts'
import { placeSearch } from '../../../maps/index.ts'

/**
 * Prices from suburb to suburb, compared side by side. Sending transfers all typed values to the booking form
 * (RATE-020).
 */
export function QuickQuote() {
  const me = useMe()
  const go = useGo()
  const defaults = useBookingDefaults()
  const [initial] = useState(() => readVisitValues<Booking>('quick-quote') ?? emptyBooking(defaults))
  const form = useForm<Booking>({ initial })
  const booking = form.values
  useStoreVisitValues('quick-quote', booking)
  const account = useAccount(booking.account_id, { forBooking: true })
  const types = useParcelTypes(account)
  const prices = usePrices(booking)
  const moved = booking.collection_pickup_point_id
    ? null
    : movedText(prices.rates?.[0] ?? null, booking.collection_min_date, new Date())
  const collectOn = form.field('collection_min_date')
  const disclaimer = useSetting(quote_disclaimer)
  const books = useMayBook()
  const signIn = (address: string): void =>
    window.location.assign(`/login?redirect=${encodeURIComponent(address)}`)
  const send = (serviceLevelCode: string): void => {
    const address = sendAddress(storeQuote({ ...booking, service_level_code: serviceLevelCode }))
    if (books) void go(address)
    else signIn(address)
  }
  return (
    <Page width="detail">
      <PageHeader title="Quick quote" note="You only need suburbs for a price. You can send right away." />
      <div className={styles.quote}>
        <section className={styles.ask} aria-label="What to quote">
          {isStaff(me) && <AccountPicker forBooking binding={form.field('account_id')} chosen={account} />}
          {both_sides.map((side) => (
            <PlaceOrPoint key={side} form={form} side={side}>
              <AddressSearch
                {...form.field(`${side}_address`)}
                label={side === 'collection' ? 'From' : 'To'}
                placeholder="Suburb or postal code"
                placeSearch={placeSearch}
                size="large"
              />
            </PlaceOrPoint>
          ))}
          {!booking.collection_pickup_point_id && (
            <DateField
              {...collectOn}
              error={collectOn.error ?? prices.problemAt('collection_min_date')}
              label="Collect on"
              from={dayOf(new Date())}
              size="large"
            />
          )}
          {moved && <p role="status">{moved}</p>}
          <ParcelTiles form={form} types={types} describes={false} />
        </section>
        <section className={styles.answer} aria-label="Prices" aria-busy={prices.isFetching}>
          <Answer
            prices={prices}
            missing={missingFor(booking)}
            onSend={send}
            verb={
              !books
                ? 'Sign in to send'
                : me.kind === 'guest' || mayCall(me, shipmentsApi.create)
                  ? 'Send now'
                  : 'Make a quote'
            }
          />
          {prices.rates !== null && prices.rates.length > 0 && <p className={shared.fine}>{disclaimer}</p>}
          {me.kind === 'guest' && books && prices.rates !== null && prices.rates.length > 0 && (
            <p>
              Have an account?{' '}
              <button
                type="button"
                className={styles.textLink}
                onClick={() =>
                  signIn(
                    sendAddress(
                      storeQuote({
                        ...booking,
                        service_level_code:
                          booking.service_level_code || (prices.rates?.[0]?.service_level.code ?? ''),
                      }),
                    ),
                  )
                }
              >
                Sign in to send
              </button>
            </p>
          )}
          {prices.rejected && prices.rejected.length > 0 && (
            <div>
              <h2 className={styles.notFor}>Not available for this parcel</h2>
              <ul>
                {prices.rejected.map((service) => (
                  <li className={styles.reasonsItem} key={service.service_level_id}>
                    {service.name} <Tag>{service.code}</Tag>{' '}
                    <span className={shared.quiet}>{service.reason}</span>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </section>
      </div>
    </Page>
  )
}

/** Returns a sentence that names what is needed for a price. */
function missingFor(booking: Booking): string {
  return routeOf(booking)
    ? 'Enter sizes and a weight above 0 for each parcel.'
    : 'Choose both suburbs and enter the size of the parcel.'
}

function Answer({
  prices,
  missing,
  onSend,
  verb,
}: {
  prices: Prices
  /** Why prices cannot be requested yet. */
  missing: string
  onSend: (code: string) => void
  verb: string
}) {
  const { rates, message, error, isAskable, isFetching, retry } = prices
  if (error && !isFetching) return <RegionError thrown={error} what="Prices" onRetry={retry} />
  if (!isAskable) return <p className={styles.blank}>{missing} Prices appear here.</p>
  if (message !== null) return <Notice variant="warning">{message}</Notice>
  if (!rates)
    return (
      <div className={styles.blank}>
        <Skeleton height={32} width={160} />
        <Skeleton height={20} />
        <Skeleton height={20} width="70%" />
      </div>
    )
  return (
    <div className={styles.tableBox} data-old={isFetching ? '' : undefined}>
      <ThinBar active={isFetching} />
      <QuoteTable rates={rates} onSend={onSend} verb={verb} />
    </div>
  )
}
