import { useQueryClient } from '@tanstack/react-query'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { affords, mayPayAlone } from '@waybill/domain/accounts/affordability'
import { hasPermission, isStaff } from '@waybill/domain/kit/actor'
import { serviceAllowsCod } from '@waybill/domain/shipments/booking/cash-on-delivery'
import { cod_excluded_service_levels } from '@waybill/domain/accounts/settings'
import { pay_as_you_go } from '@waybill/domain/rates/settings'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { isEmail } from '@waybill/domain/kit/contacts/email'
import { isPhone, phoneSentence } from '@waybill/domain/kit/contacts/phone-number'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { checkShipment, windowProblem, type Side } from '@waybill/domain/shipments/booking/shipment-checks'
import { quotesApi } from '@waybill/domain/shipments/pricing/quotes'
import { parcelMaxima, parcelMinima } from '@waybill/domain/shipments/parcel-limits'
import { checkCustomReference } from '@waybill/domain/shipments/labels/references'
import { reasonOf } from '@waybill/domain/kit/rule-result'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useAccount } from '../../accounts/index.ts'
import { bookableCompartments } from '@waybill/domain/pickup-points/fit'
import { usePoint } from '../../pickup-points/index.ts'
import { call, refresh, sentenceOf, useChange } from '../../kit/api/index.ts'
import { newKey } from '../../kit/api/new-key.ts'
import { useDraft, type Draft } from '../../kit/form/drafts/use-draft.ts'
import { useForm, type Form } from '../../kit/form/use-form.ts'
import type { ClockWindow } from '../../kit/form/dates/TimeWindow.tsx'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { useGo } from '../../kit/url/use-go.ts'
import type { Booking } from './booking.ts'
import { toInput } from './booking-input.ts'
import {
  customerReference,
  isOnlyPrefix,
  prefixedReference,
  formPath,
  lockerProblem,
  problemsOf,
  errorForForm,
  stillMissing,
  type BookingRules,
  type Missing,
} from './booking-problems.ts'
import { rememberBooked, successAddress } from './remember-booked.ts'
import { measures, quantityOf } from './parcels/parcel-rows.ts'
import { useBookingRules } from './use-booking-rules.ts'
import { useOptIns, usePrices, type Prices } from './pricing/use-prices.ts'
import { useTypicalCollection } from './collection-and-delivery/use-typical-collection.ts'

/** What submitting the form creates. */
export type BookingKind = 'shipment' | 'quote'

/** Payment data that the page provides, because the payments module depends on the shipments module. */
export interface BookingFunds {
  /** Whether a shipment can be paid for online. */
  hasMethods: boolean
  /** Button for topping up the account and coming back; `null` if the user may not. */
  topUp: ReactNode
}

/** Options of the form that depend on the page mode (SHIP-103). */
export interface BookingOptions {
  /** `on-submit`: no messages appear at fields before submitting. */
  messages?: 'on-leave' | 'on-submit'
  /** Stores no draft and no user data, for a page that many people use. */
  storesNothing?: boolean
  /** Paid where it is booked, before anything is printed. */
  isPaidHere?: boolean
  /** Label of the booking button. */
  verb?: string
  funds?: BookingFunds
  /** Replaces the success page. */
  onBooked?: (shipment: BookedShipment, sent: Booking, form: Form<Booking>) => void
}

/** A created booking as the server returns it. */
export type BookedShipment = Output<typeof shipmentsApi.create>

/** What the fields of a booking need, in the booking form and on the page that edits a shipment. */
export interface BookingFields {
  form: Form<Booking>
  account: ListedAccount | null
  rules: BookingRules
  prices: Prices
  opt_ins: ReturnType<typeof useOptIns>
}

/** The state that all parts of a booking form share. */
export interface BookingState extends BookingFields {
  draft: Draft
  missing: readonly Missing[]
  isSending: boolean
  /** Whether the balance does not cover the price and the shipment is paid for separately after booking (SET-072). */
  isPaidAlone: boolean
  /** Whether the current user may only save quotes and not book. */
  isQuoteOnly: boolean
  /** Button for topping up the account and coming back; `null` if the user may not. */
  top_up: ReactNode
  /** Label of the booking button, if the page overrides it. */
  verb: string | undefined
  /** The API error of the last attempt, with form paths. */
  error: Error | null
  /** Creates the booking, or saves the price as a quote. */
  send: (as?: BookingKind) => void
}

/**
 * Manages a booking in progress: the form with its checks, its draft in this browser, live prices, and submitting it
 * exactly once. The idempotency key is stored in the form, so that it survives a reload together with the draft.
 */
export function useBooking(name: string, initial: Booking, options: BookingOptions = {}): BookingState {
  const me = useMe()
  const go = useGo()
  const client = useQueryClient()
  // A ref, because the rules depend on the form values and the form’s checks, which run in event handlers only,
  // depend on the rules.
  const rules = useRef<BookingRules | null>(null)
  const form = useForm<Booking>({
    initial,
    messages: options.messages ?? 'on-leave',
    format: formats(() => rules.current),
    check: (booking) => (rules.current ? problemsOf(booking, rules.current) : []),
  })
  const booking = form.values
  const isQuoteOnly = me.kind !== 'guest' && !mayCall(me, shipmentsApi.create)
  const account = useAccount(booking.account_id, { forBooking: true })
  const optIns = useOptIns(booking)
  const base = useBookingRules(account)
  const withoutCod = useSetting(cod_excluded_service_levels)
  const from = usePoint(booking.collection_pickup_point_id, booking.collection_pickup_point_provider)
  const to = usePoint(booking.delivery_pickup_point_id, booking.delivery_pickup_point_provider)
  rules.current = {
    ...base,
    checks: { ...base.checks, service_allows_cod: serviceAllowsCod(booking.service_level_code, withoutCod) },
    customer_reference_required:
      base.customer_reference_required || (optIns?.customer_reference_required ?? false),
    customer_reference_prefix: optIns?.customer_reference_prefix ?? base.customer_reference_prefix,
    lockers: [from, to].map((point) => (point ? bookableCompartments(point) : [])),
  }
  const owner = me.kind === 'guest' ? 'guest' : me.username
  const draft = useDraft(options.storesNothing ? null : `${name}:${owner}`, form)
  const prices = usePrices(booking)
  const isPaidAlone = usePaidAlone(account, prices, options.funds?.hasMethods ?? false)
  useDefaultOptIns(form, optIns)
  useReferencePrefix(form, rules.current.customer_reference_prefix)
  useDefaultService(form, prices)
  useTypicalCollection(form, account)
  const withoutBarePrefix = (sent: Booking): Booking =>
    isOnlyPrefix(sent.customer_reference, rules.current?.customer_reference_prefix ?? '')
      ? { ...sent, customer_reference: '' }
      : sent
  const sending = useChange({
    act: ({ sent, as }: { sent: Booking; as: BookingKind }) =>
      call(
        isQuoteOnly ? quotesApi.create : shipmentsApi.create,
        {
          ...toInput(withoutBarePrefix(sent), rules.current?.checks.is_guest_shipment),
          ...(as === 'quote' ? { save_as: 'quote' as const } : {}),
          ...(as === 'shipment' && (isPaidAlone || options.isPaidHere)
            ? { save_as: 'payment-pending' as const }
            : {}),
        },
        // Each intention needs its own key: saving a quote after a rejected booking is a different one.
        { idempotency_key: as === 'quote' ? `${sent.idempotency_key}-quote` : sent.idempotency_key },
      ),
    done: (shipment, { sent, as }) => {
      if (options.onBooked && as === 'shipment') {
        draft.finish()
        void refresh(client, [shipmentsApi.list, shipmentsApi.rows])
        options.onBooked(shipment, sent, form)
        sending.reset()
        return
      }
      form.reset({ ...sent, idempotency_key: newKey() })
      draft.finish()
      void refresh(client, [shipmentsApi.list, shipmentsApi.rows, quotesApi.list])
      if (as === 'shipment') rememberBooked(shipment, sent)
      void go(
        as === 'quote' ? `/shipment-quotes/${shipment.id}` : successAddress(shipment, me.kind === 'guest'),
        {
          replace: true,
        },
      )
    },
  })
  const error = useMemo(
    () => (sending.error && sending.variables ? errorForForm(sending.variables.sent, sending.error) : null),
    [sending.error, sending.variables],
  )
  const isSending = sending.isPending || sending.isSuccess
  return {
    form,
    account,
    rules: rules.current,
    prices,
    opt_ins: optIns,
    draft,
    missing: stillMissing(booking, rules.current),
    isSending,
    isPaidAlone,
    top_up: options.funds?.topUp ?? null,
    verb: options.verb,
    error: error && sentenceOf(error) !== null ? error : null,
    isQuoteOnly,
    send: (as = 'shipment') => {
      if (!isSending) sending.mutate({ sent: form.values, as: isQuoteOnly ? 'quote' : as })
    },
  }
}

/**
 * Whether the balance of a customer is less than the chosen price and the customer may pay for the shipment
 * separately, with a payment method available.
 */
function usePaidAlone(account: ListedAccount | null, { chosen }: Prices, hasMethods: boolean): boolean {
  const me = useMe()
  const isAllowed = useSetting(pay_as_you_go)
  const price = chosen?.rate ?? null
  const isShort =
    account !== null &&
    account.account_type !== 'guest' &&
    price !== null &&
    !affords(account, price) &&
    !isStaff(me) &&
    hasPermission(me, 'INLINE_see_billing_info')
  return (
    isShort &&
    mayPayAlone(account, price, { pay_as_you_go: isAllowed }) &&
    (account.account_type === 'prepaid' || hasMethods)
  )
}

/**
 * Checks of single fields, displayed when the user leaves the field
 * (docs/domain/interface.md#when-a-message-appears).
 */
function formats(rules: () => BookingRules | null) {
  const phone = (typed: string): string | null => (isPhone(typed) ? null : phoneSentence())
  const email = (side: string) => (typed: string) => (isEmail(typed) ? null : `Invalid ${side} email`)
  const window = (side: Side) => (typed: ClockWindow) => windowProblem(side, typed.from, typed.to)
  const checked = (path: string) => (_: never, values: Booking) => {
    const now = rules()
    if (!now) return null
    const problems = checkShipment(toInput(values, now.checks.is_guest_shipment), now.checks)
    return problems.find(({ field }) => formPath(values, field) === path)?.message ?? null
  }
  const size = (measure: (typeof measures)[number]) => (typed: number, values: Booking) => {
    const checks = rules()?.checks
    if (!checks) return null
    const parcels = [{ [measure]: typed }]
    const [over] = parcelMaxima(parcels, checks.limits, false)
    // Staff see only the first exceeded measure, other users see each one.
    const [reported] = isStaff(checks.actor)
      ? parcelMaxima(toInput(values, checks.is_guest_shipment).parcels ?? [], checks.limits, true)
      : [over]
    if (over) return over.message === reported?.message ? over.message : null
    const under = parcelMinima(parcels, checks.limits)[0]
    if (under) return under.message
    const noFit = values.parcels
      .filter((parcel) => parcel[measure] === typed)
      .map((parcel) => lockerProblem(parcel, rules() ?? { lockers: [] }))
      .find((found) => found?.measure === measure)
    return noFit?.message ?? null
  }
  return {
    'collection_contact.mobile_number': phone,
    'delivery_contact.mobile_number': phone,
    'collection_contact.email': email('collection'),
    'delivery_contact.email': email('delivery'),
    'collection_contact.alternative_contact_number': phone,
    'delivery_contact.alternative_contact_number': phone,
    'responsible_contact.mobile_number': phone,
    'responsible_contact.email': email('responsible'),
    'billing_contact.email': (typed: string) => (isEmail(typed) ? null : 'Invalid billing email'),
    collection_window: window('collection'),
    delivery_window: window('delivery'),
    ...Object.fromEntries(measures.map((measure) => [`parcels.*.${measure}`, size(measure)])),
    'parcels.*.quantity': (typed: number, values: Booking) => countProblem(typed, values, rules()),
    declared_value: checked('declared_value'),
    cod_amount: checked('cod_amount'),
    custom_tracking_reference: (typed: string) =>
      reasonOf(checkCustomReference(rules()?.checks.tracking_prefix ?? '', typed)),
    customer_reference: (_: string, values: Booking) => {
      const now = rules()
      return now && customerReference(values, now)
    },
  }
}

/**
 * Checks that a quantity is a whole number and that the booking does not exceed the provider’s maximum number of
 * parcels (docs/domain/references-and-labels.md#parcels-per-shipment).
 */
function countProblem(typed: number, { parcels }: Booking, rules: BookingRules | null): string | null {
  if (!Number.isInteger(typed) || typed < 1) return 'Type a whole number of parcels.'
  const max = rules?.checks.limits.max_parcels ?? typed
  const sent = parcels.reduce((sum, row) => sum + quantityOf(row), 0)
  return sent > max ? `A shipment can have at most ${max} parcels. You sent ${sent}.` : null
}

/**
 * Ticks extras that are opted in by default, and unticks extras that are no longer offered, whenever the offered
 * extras change.
 */
function useDefaultOptIns(form: Form<Booking>, optIns: ReturnType<typeof useOptIns>): void {
  const offered = JSON.stringify(optIns?.opt_in_rates.map(({ id }) => id))
  const offeredTimes = JSON.stringify(optIns?.opt_in_time_based_rates.map(({ id }) => id))
  const tickDefaults = useEffectEvent((): void => {
    if (!optIns) return
    const wished = (
      kinds: readonly { id: number; opted_in_by_default: boolean }[],
      chosen: readonly number[],
    ): number[] =>
      kinds
        .filter(({ id, opted_in_by_default }) => chosen.includes(id) || opted_in_by_default)
        .map(({ id }) => id)
    const rates = wished(optIns.opt_in_rates, form.values.opt_in_rates)
    const times = wished(optIns.opt_in_time_based_rates, form.values.opt_in_time_based_rates)
    if (JSON.stringify(rates) !== JSON.stringify(form.values.opt_in_rates)) form.set('opt_in_rates', rates)
    if (JSON.stringify(times) !== JSON.stringify(form.values.opt_in_time_based_rates))
      form.set('opt_in_time_based_rates', times)
  })
  useEffect(() => tickDefaults(), [offered, offeredTimes])
}

/**
 * Fills in the prefix of the account’s customer references whenever the prefix changes, unless the user has typed a
 * reference (RATE-015).
 */
function useReferencePrefix(form: Form<Booking>, prefix: string): void {
  const filled = useRef('')
  const fillIn = useEffectEvent((wantedPrefix: string): void => {
    const { values, set } = form
    const wanted = prefixedReference(values.customer_reference, wantedPrefix, filled.current)
    filled.current = wantedPrefix
    if (wanted !== values.customer_reference) set('customer_reference', wanted)
  })
  useEffect(() => fillIn(prefix), [prefix])
}

/** Selects the cheapest service if none is selected or if the selected one is no longer offered. */
function useDefaultService(form: Form<Booking>, prices: Prices): void {
  const choose = useEffectEvent((code: string) => form.set('service_level_code', code))
  const cheapest = prices.rates?.[0]?.service_level.code
  const isGone = !prices.isFetching && cheapest !== undefined && prices.chosen === null
  useEffect(() => {
    if (isGone && cheapest !== undefined) choose(cheapest)
  }, [isGone, cheapest])
}
