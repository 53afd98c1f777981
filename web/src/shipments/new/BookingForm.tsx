import { IconArrowsExchange } from '../../kit/icons/icons.ts'
import { isStaff } from '@waybill/domain/kit/actor'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId } from 'react'
import { AccountPicker, AccountBalanceState } from '../../accounts/index.ts'
import { FieldSkippingContext, type FieldSkipping } from '../../kit/form/field-skipping.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { useMe } from '../../kit/session/me.ts'
import { cx } from '../../kit/ui/class-names.ts'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { usePhone } from '../../kit/ui/page-layout/use-phone.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { swapped, type Booking } from './booking.ts'
import shared from './booking.module.css'
import styles from './booking-form.module.css'
import { whole_booking } from './booking-problems.ts'
import { CaptureSheet } from './data-capturing/CaptureSheet.tsx'
import { nextFieldOnEnter, nextStopOnKey, repeatOnKey } from './data-capturing/capture-keys.ts'
import { ExtrasCard } from './ExtrasCard.tsx'
import { ParcelGrid } from './parcels/ParcelGrid.tsx'
import { ServiceList } from './pricing/ServiceList.tsx'
import { SideCard } from './collection-and-delivery/SideCard.tsx'
import { PriceBar, SummaryPanel } from './SummaryPanel.tsx'
import { PageModeMenu } from './PageModeMenu.tsx'
import { useBooking, type BookingState, type BookingFunds, type BookingOptions } from './use-booking.ts'
import { useParcelTypes } from './use-booking-rules.ts'

/**
 * Additional properties of the data-capturing form. In this mode Enter moves to the next field, messages appear only
 * on saving, and the form stays open.
 */
export interface Capture {
  options: BookingOptions
  /** The last scanned code, and a number that increases with each scan. */
  scanned: { code: string; at: number }
  /** Set while optional fields are skipped. */
  skipping: FieldSkipping | null
  /** The previous capture, from which fields can be repeated. */
  before: Booking | null
  /** Increases with each capture. Sections expanded for one capture are collapsed for the next. */
  round: number
  above: ReactNode
  /** Displayed below the summary, where it stays in view. */
  beside: ReactNode
}

/** Booking on one page: account, both sides, parcels, service and extras on the left, the summary on the right. */
export function BookingForm({
  name,
  initial,
  title,
  capture,
  funds,
}: {
  name: string
  initial: Booking
  title: string
  capture?: Capture
  funds?: BookingFunds
}) {
  const me = useMe()
  const id = useId()
  const state = useBooking(name, initial, { ...capture?.options, ...(funds ? { funds } : {}) })
  const { form, account, prices, draft } = state
  const setReference = useEffectEvent((scanned: string) => form.set('custom_tracking_reference', scanned))
  const { code = '', at = 0 } = capture?.scanned ?? {}
  useEffect(() => {
    if (at > 0) setReference(code)
  }, [code, at])
  const types = useParcelTypes(account)
  const isPhone = usePhone()
  const accountPart = isStaff(me) ? (
    <AccountPicker
      forBooking
      binding={form.field('account_id')}
      chosen={account}
      hideLabel={capture !== undefined}
    />
  ) : (
    account && (
      <div className={styles.ownAccount}>
        <span>{account.name}</span>
        <AccountBalanceState account={account} />
      </div>
    )
  )
  // Registers the booking as a whole, so that API errors without a field appear at the top.
  form.field(whole_booking as 'account_id').register('Booking')
  return (
    <FieldSkippingContext value={capture?.skipping ?? null}>
      <Page width="form">
        <PageHeader
          title={title}
          {...(me.kind === 'guest'
            ? {}
            : {
                back: state.isQuoteOnly
                  ? { to: '/shipment-quotes', label: 'Quotes' }
                  : { to: '/shipments', label: 'Shipments' },
              })}
          actions={
            <>
              {draft.saved_at && form.isDirty && (
                <span className={styles.kept}>{`Draft saved ${clockOf(draft.saved_at)}`}</span>
              )}
              <PageModeMenu mode={capture ? 'data-capturing' : 'default'} />
            </>
          }
        />
        <DraftOffer state={state} />
        <FormPanel
          id={id}
          form={form}
          saving={state.isSending}
          error={state.error}
          onSubmit={(_, pressed) => state.send(pressed === 'quote' ? 'quote' : 'shipment')}
          submit=""
          hideButtons
        >
          <EnterMovesFocus
            className={cx(capture ? styles.captureLayout : styles.layout)}
            {...(capture
              ? {
                  onKeys: (event) => {
                    if (capture.skipping) nextStopOnKey(event)
                    else nextFieldOnEnter(event)
                    repeatOnKey(event, capture.before, form)
                  },
                }
              : {})}
          >
            {capture ? (
              <>
                <CaptureSheet
                  state={state}
                  types={types}
                  round={capture.round}
                  above={capture.above}
                  account={accountPart}
                />
                <div className={shared.captureSide}>
                  <SummaryPanel state={state} form_id={id} explains={false} books={!isPhone} />
                  {capture.beside}
                </div>
                {isPhone && <PriceBar state={state} form_id={id} />}
              </>
            ) : (
              <>
                <div className={styles.main}>
                  <div data-section="">{accountPart}</div>
                  <div className={styles.sides}>
                    <SideCard state={state} side="collection" />
                    <SideCard state={state} side="delivery" />
                    <IconButton
                      label="Swap collection and delivery"
                      icon={IconArrowsExchange}
                      variant="secondary"
                      className={styles.swap ?? ''}
                      onClick={() => form.fill(swapped(form.values))}
                    />
                  </div>
                  <ParcelGrid form={form} types={types} />
                  <ServiceList
                    binding={form.field('service_level_code')}
                    prices={prices}
                    collect_on={form.values.collection_min_date}
                  />
                  <ExtrasCard state={state} />
                </div>
                <SummaryPanel state={state} form_id={id} />
              </>
            )}
          </EnterMovesFocus>
        </FormPanel>
      </Page>
    </FieldSkippingContext>
  )
}

/**
 * Prevents an accidental Enter, which scanners also send, from submitting the form; only the button and Ctrl+Enter
 * book. If given, `onKeys` replaces this behaviour.
 */
export function EnterMovesFocus({
  className,
  onKeys,
  children,
}: {
  className: string
  onKeys?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
    if (isPlain && event.target instanceof HTMLInputElement) event.preventDefault()
  }
  return (
    <div className={className} onKeyDown={onKeys ?? onKeyDown}>
      {children}
    </div>
  )
}

/** Offers to continue or discard an unsent draft. */
export function DraftOffer({ state: { draft, form } }: { state: Pick<BookingState, 'draft' | 'form'> }) {
  if (!draft.found_at) return null
  return (
    <div className={styles.offer}>
      <Notice
        variant="info"
        action={
          <span className={styles.offerActions}>
            <Button size="sm" variant="primary" onClick={draft.resume}>
              {`Continue where you left off, ${clockOf(draft.found_at)}`}
            </Button>
            <Button size="sm" onClick={draft.discard}>
              {form.isDirty ? 'Keep what I typed now' : 'Start again'}
            </Button>
          </span>
        }
      >
        An unsent shipment is saved in this browser.
      </Notice>
    </div>
  )
}
