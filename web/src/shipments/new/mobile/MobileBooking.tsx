import { IconArrowRight, IconChevronLeft } from '../../../kit/icons/icons.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatRand } from '@waybill/domain/kit/money'
import { ApiError, fieldsOf } from '../../../kit/api/index.ts'
import { FormPanel } from '../../../kit/form/FormPanel.tsx'
import { Button, IconButton } from '../../../kit/ui/buttons/Button.tsx'
import { Icon } from '../../../kit/ui/buttons/Icon.tsx'
import { Steps } from '../../../kit/ui/page-layout/Steps.tsx'
import { usePageTitle } from '../../../kit/url/page-title.ts'
import { useGo } from '../../../kit/url/use-go.ts'
import { useSearchState } from '../../../kit/url/use-search.ts'
import { usePoint } from '../../../pickup-points/index.ts'
import type { Booking, Side } from '../booking.ts'
import { problemsOf, whole_booking } from '../booking-problems.ts'
import { DraftOffer, EnterMovesFocus } from '../BookingForm.tsx'
import mobile from '../mobile.module.css'
import styles from './mobile-booking.module.css'
import { HowStep, WhatStep, WhereStep } from './MobileSteps.tsx'
import { problemsOn, readStep, step_names, step_titles, stepOf, steps, type Step } from './booking-steps.ts'
import { bookingHandler } from '../SummaryPanel.tsx'
import { useStickerScan } from './use-sticker-scan.ts'
import { useBooking, type BookingState, type BookingFunds, type BookingOptions } from '../use-booking.ts'

/**
 * Booking in three steps with the primary button fixed at the bottom. The step is in the query string, so that going
 * back loses nothing.
 */
export function MobileBooking({
  name,
  initial,
  kiosk,
  funds,
}: {
  name: string
  initial: Booking
  /** For a kiosk that many people use: nothing is stored, and the operator can leave the mode. */
  kiosk?: { options: BookingOptions; onLeave: () => void }
  funds?: BookingFunds
}) {
  const state = useBooking(name, initial, { ...kiosk?.options, ...(funds ? { funds } : {}) })
  const { form, draft } = state
  useStickerScan(form, kiosk !== undefined)
  const go = useGo()
  const { values, set: setSearch } = useSearchState()
  // In kiosk mode the step is not in the query string, because going back would reveal what others typed.
  const [ownStep, setOwnStep] = useState<Step>('where')
  const step = kiosk ? ownStep : readStep(values['step'])
  const set = ({ step: to }: { step: Step | undefined }): void =>
    kiosk ? setOwnStep(to ?? 'where') : setSearch({ step: to })
  const [stop, setStop] = useState<Error | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { error } = state
  usePageTitle(`${step_titles[step]} ${steps.indexOf(step) + 1} of ${steps.length}`)
  form.field(whole_booking as 'account_id').register('Booking')
  useEffect(() => {
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [step])
  const goTo = useEffectEvent((to: Step) => set({ step: to }))
  useEffect(() => {
    const [first] = fieldsOf(error)
    if (first && first.field !== whole_booking) goTo(stepOf(first.field))
  }, [error])

  const next = (): void => {
    const problems = problemsOf(form.values, state.rules)
    const until = step === 'pay' ? steps : ([step] as const)
    const wrong = until.find((one) => problemsOn(one, problems).length > 0)
    if (wrong) {
      if (wrong !== step) set({ step: wrong })
      setStop(new ApiError(400, '', { fields: problemsOn(wrong, problems) }))
    } else if (step === 'pay') {
      setStop(null)
      state.send()
    } else set({ step: steps[steps.indexOf(step) + 1] })
  }
  const back = (): void => {
    const at = steps.indexOf(step)
    if (at > 0) set({ step: steps[at - 1] })
    else if (kiosk) kiosk.onLeave()
    else void go('/')
  }
  return (
    <div className={mobile.screen}>
      <header className={styles.bar}>
        <IconButton label="Back" icon={IconChevronLeft} tooltip={false} onClick={back} />
        <strong className={styles.barStrong}>Send a parcel</strong>
        {kiosk ? (
          <Button size="sm" variant="ghost" onClick={kiosk.onLeave}>
            Leave
          </Button>
        ) : (
          <span className={styles.kept}>{draft.saved_at && form.isDirty ? 'Draft saved' : ''}</span>
        )}
      </header>
      <div className={mobile.body}>
        <Steps of={steps.map((one) => step_names[one])} at={steps.indexOf(step)} />
        <h1 className={mobile.bodyHeading} ref={heading} tabIndex={-1}>
          {step_titles[step]}
        </h1>
        {step !== 'where' && <Route booking={form.values} onChange={() => set({ step: 'where' })} />}
        {step === 'where' && <DraftOffer state={state} />}
        <FormPanel
          form={form}
          saving={state.isSending}
          error={stop ?? error}
          onSubmit={next}
          submit=""
          hideButtons
        >
          <EnterMovesFocus className={styles.fields ?? ''}>
            {step === 'where' && <WhereStep state={state} isKiosk={kiosk !== undefined} />}
            {step === 'what' && <WhatStep state={state} />}
            {step === 'pay' && <HowStep state={state} />}
          </EnterMovesFocus>
        </FormPanel>
      </div>
      <footer className={mobile.foot}>
        <PriceLine state={state} step={step} />
        <Button
          variant="primary"
          full
          size="lg"
          busy={state.isSending}
          className={styles.primary ?? ''}
          onClick={next}
        >
          {step === 'pay' ? bookingHandler(state) : 'Next'}
        </Button>
      </footer>
    </div>
  )
}

function Route({ booking, onChange }: { booking: Booking; onChange: () => void }) {
  return (
    <div className={styles.route}>
      <span>
        <EndName booking={booking} side="collection" />{' '}
        <Icon className={styles.routeIcon} of={IconArrowRight} size={16} />{' '}
        <EndName booking={booking} side="delivery" />
      </span>
      <Button variant="link" onClick={onChange}>
        Change
      </Button>
    </div>
  )
}

/** One end of the route: its suburb, or the name of the pickup point. */
function EndName({ booking, side }: { booking: Booking; side: Side }) {
  const { local_area, city } = booking[`${side}_address`]
  const id = booking[`${side}_pickup_point_id`]
  const point = usePoint(id, booking[`${side}_pickup_point_provider`])
  return <>{id ? (point?.name ?? `Pickup point ${id}`) : local_area || city}</>
}

/** The current price: of the cheapest service in the second step, of the chosen one in the last step. */
function PriceLine({ state: { prices }, step }: { state: BookingState; step: Step }) {
  const { rates, chosen, isFetching } = prices
  if (step === 'where' || !rates || rates.length === 0) return null
  const price = step === 'pay' ? chosen?.rate : rates[0]?.rate
  const words =
    step === 'pay'
      ? (chosen?.service_level.name ?? '')
      : `${rates.length} ${rates.length === 1 ? 'service' : 'services'} for this parcel`
  return (
    <div className={styles.price} data-old={isFetching ? '' : undefined}>
      <span>{words}</span>
      {price !== null && price !== undefined && (
        <span>
          {step === 'what' && 'from '}
          <strong className={styles.priceStrong}>{formatRand(price)}</strong>
        </span>
      )}
    </div>
  )
}
