import { checkAffords } from '@waybill/domain/accounts/affordability'
import { hasPermission, isStaff } from '@waybill/domain/kit/actor'
import { formatRand } from '@waybill/domain/kit/money'
import { reasonOf } from '@waybill/domain/kit/rule-result'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { quotesApi } from '@waybill/domain/shipments/pricing/quotes'
import { mayCall, useFeature, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Kbd } from '../../kit/ui/buttons/Kbd.tsx'
import { shortDay } from '../../kit/ui/values/moments.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { ThinBar } from '../../kit/ui/states/States.tsx'
import { usePoint } from '../../pickup-points/index.ts'
import type { Booking, Side } from './booking.ts'
import { deliveryText } from './pricing/estimate-texts.ts'
import shared from './booking.module.css'
import { cx } from '../../kit/ui/class-names.ts'
import styles from './summary-panel.module.css'
import { focusPath } from './focus-path.ts'
import type { BookingState } from './use-booking.ts'
import { WhyPrice } from './pricing/WhyPrice.tsx'

/** Returns the label of the booking button. It mentions no label printing for guests, because they pay after booking. */
export function bookingHandler(state: BookingState): string {
  if (state.verb) return state.verb
  if (state.isQuoteOnly) return 'Keep as a quote'
  const { actor, is_guest_shipment } = state.rules.checks
  if (isStaff(actor)) return 'Create shipment and print label'
  return is_guest_shipment || state.isPaidAlone ? 'Book and pay' : 'Book and print label'
}

/** The side panel that stays in view: route, live price with its breakdown, missing fields, and the booking button. */
export function SummaryPanel({
  state,
  form_id,
  explains = true,
  books = true,
}: {
  state: BookingState
  form_id: string
  /** Whether the parts of the price are shown at first. */
  explains?: boolean
  /** Whether the booking button is here and not in a `PriceBar`. */
  books?: boolean
}) {
  const { form, prices, missing, isSending, account } = state
  const verb = bookingHandler(state)
  const me = useMe()
  const maySaveQuotes = useFeature('shipment_quotes') && mayCall(me, quotesApi.list) && !state.isQuoteOnly
  return (
    <aside className={shared.summary} aria-label="Summary">
      <RouteLines booking={form.values} state={state} />
      <PricePart state={state} explains={explains} />
      {missing.length > 0 && (
        <div className={shared.summaryPart}>
          <h2 className={styles.summaryPartHeading}>Still missing</h2>
          <ul>
            {missing.slice(0, 8).map(({ field, label }) => (
              <li className={styles.missingItem} key={label}>
                <button className={styles.missingButton} type="button" onClick={() => focusPath(field)}>
                  {label}
                </button>
              </li>
            ))}
            {missing.length > 8 && (
              <li
                className={cx(styles.moreMissing, styles.missingItem)}
              >{`and ${missing.length - 8} more`}</li>
            )}
          </ul>
        </div>
      )}
      <div className={shared.summaryPart}>
        {!state.isQuoteOnly && <FundsNotice state={state} />}
        {books && (
          <Button type="submit" form={form_id} variant="primary" full busy={isSending}>
            {verb}
          </Button>
        )}
        {maySaveQuotes && (
          <Button
            type="submit"
            value="quote"
            form={form_id}
            full
            busy={isSending}
            className={styles.keepQuote}
          >
            Keep as a quote
          </Button>
        )}
        <p className={styles.charged}>
          {account &&
            account.account_type !== 'guest' &&
            !state.isQuoteOnly &&
            `Charged to ${account.account_code} · `}
          <Kbd>Ctrl ↵</Kbd>
        </p>
      </div>
      <ThinBar active={prices.isFetching} />
    </aside>
  )
}

/** Price and booking button at the bottom of a phone, where the side panel is out of view. */
export function PriceBar({ state, form_id }: { state: BookingState; form_id: string }) {
  const { chosen, isFetching } = state.prices
  return (
    <div className={styles.bar} role="group" aria-label="Price">
      <span className={styles.barPrice}>
        <strong className={styles.barFigure}>
          {chosen && chosen.rate !== null ? formatRand(chosen.rate) : 'No price yet'}
        </strong>
        <span className={styles.quiet}>
          {isFetching ? 'Updating…' : (chosen?.service_level.name ?? `${state.missing.length} missing`)}
        </span>
      </span>
      <Button type="submit" form={form_id} variant="primary" busy={state.isSending}>
        {bookingHandler(state)}
      </Button>
    </div>
  )
}

function RouteLines({ booking, state }: { booking: Booking; state: BookingState }) {
  const now = new Date()
  const { from, to } = booking.collection_window
  const { chosen } = state.prices
  // The actual collection day of the service. It is later than the requested day if the cut-off has passed.
  const day = chosen ? dayOf(chosen.service_level.collection_date) : booking.collection_min_date
  const collected = booking.collection_pickup_point_id ? '' : day ? `${shortDay(day, now)} ${from}–${to}` : ''
  const delivered = chosen ? deliveryText(chosen, now) : ''
  return (
    <ol className={styles.route}>
      <RouteLine booking={booking} side="collection" when={collected} />
      <RouteLine booking={booking} side="delivery" when={delivered} />
    </ol>
  )
}

function RouteLine({ booking, side, when }: { booking: Booking; side: Side; when: string }) {
  const { local_area, city } = booking[`${side}_address`]
  const point = booking[`${side}_pickup_point_id`]
  const known = usePoint(point, booking[`${side}_pickup_point_provider`])
  const name = point ? (known?.name ?? `Pickup point ${point}`) : local_area || city
  return (
    <li className={styles.routeItem}>
      {name ? (
        <>
          <strong className={styles.routeStrong}>{name}</strong>
          {!point && city && city !== name && `, ${city}`}
        </>
      ) : (
        <span className={styles.quiet}>{side === 'collection' ? 'Collection' : 'Delivery'}</span>
      )}
      {when && <span className={styles.quiet}>{` · ${when}`}</span>}
    </li>
  )
}

function PricePart({ state: { prices }, explains }: { state: BookingState; explains: boolean }) {
  const { chosen, isFetching, updated_at } = prices
  if (!chosen) return null
  return (
    <div className={shared.summaryPart}>
      <span className={styles.priceLabel}>
        {chosen.rate === null ? chosen.service_level.name : `${chosen.service_level.name}, including VAT`}
      </span>
      {chosen.rate !== null && (
        <>
          <div className={styles.priceRow}>
            <span className={styles.figure}>{formatRand(chosen.rate)}</span>
            <span className={styles.quiet}>
              {isFetching ? 'Updating…' : `Updated ${clockOf(new Date(updated_at))}`}
            </span>
          </div>
          <WhyPrice rate={chosen} startsOpen={explains} />
        </>
      )}
    </div>
  )
}

/**
 * The funds left after this booking, or the reason why the account cannot pay for it, displayed before the server
 * rejects the booking.
 */
export function FundsNotice({ state: { account, prices, isPaidAlone, top_up } }: { state: BookingState }) {
  const me = useMe()
  const price = prices.chosen?.rate ?? null
  if (
    !account ||
    account.account_type === 'guest' ||
    price === null ||
    !hasPermission(me, 'INLINE_see_billing_info')
  )
    return null
  const reason = reasonOf(checkAffords(account, price))
  if (reason)
    return (
      <div className={styles.funds}>
        <Notice variant={isPaidAlone ? 'info' : 'warning'} action={top_up}>
          {isPaidAlone
            ? `${account.account_type === 'postpaid' ? 'Your credit limit' : 'Your balance'} does not cover this. Book it and pay this one by card, or top up first: what you have typed is kept.`
            : reason}
        </Notice>
      </div>
    )
  const { balance, credit_limit, account_type } = account
  const after = balance - price
  return (
    <p className={styles.after}>
      <span>{account_type === 'postpaid' ? 'Credit left after this' : 'Balance after this'}</span>
      <strong className={styles.afterStrong}>
        {formatRand(account_type === 'postpaid' ? after + credit_limit : after)}
      </strong>
    </p>
  )
}
