import { useQuery, useQueryClient } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import { isOffice } from '@waybill/domain/kit/actor'
import { formatRand, fromRand, type Cents } from '@waybill/domain/kit/money'
import type { CounterPayment } from '@waybill/domain/payments/counter-api'
import { paymentsApi } from '@waybill/domain/payments/api'
import type { PayableShipment } from '@waybill/domain/payments/model'
import { gatewayTitle } from '@waybill/domain/payments/gateway-list'
import { cvvProblem } from '@waybill/domain/payments/top-up'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { mayResendLink } from '@waybill/domain/shipments/resend-link'
import { useState } from 'react'
import {
  call,
  endpointQuery,
  ApiError,
  refresh,
  sentenceOf,
  useChange,
  useEndpointMutation,
} from '../../kit/api/index.ts'
import { IconSend } from '../../kit/icons/icons.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { newChoice as afresh, choicesOf, firstChoice, type Chosen } from '../ways-to-pay/ways-to-pay.ts'
import { CounterForm } from './CounterForm.tsx'
import { PaymentChoices } from '../ways-to-pay/PaymentChoices.tsx'
import shared from '../payments.module.css'
import styles from './pay-shipment.module.css'
import { goToGateway } from '../start-payment.ts'
import { useRefreshAccount } from '../use-refresh-account.ts'

/**
 * Pays one shipment from the balance of its account or through a gateway, for customers and for guests with its
 * payment reference (PAY-032, PAY-036, PAY-038). Staff with permission can take cash or card terminal payments here
 * (SHIP-103). Renders nothing when there is nothing to pay.
 */
export function PayShipment({
  shipment_id,
  payment_reference,
  onPaid,
  onUnanswered,
  atCounterOnly = false,
}: {
  shipment_id: number
  payment_reference?: string | undefined
  /** Called after payment from the balance, or at the counter with the counter payment. */
  onPaid?: (taken?: CounterPayment) => void
  /** Called with `true` when a counter payment got no response; the form then stays until a response arrives. */
  onUnanswered?: (isUnanswered: boolean) => void
  /** Offer only payment at the counter. */
  atCounterOnly?: boolean
}) {
  const me = useMe()
  const client = useQueryClient()
  const refreshAccount = useRefreshAccount()
  const [picked, setPicked] = useState<Chosen | null>(null)
  // The new price of an expired quote, after the server has returned it.
  const [agreed, setAgreed] = useState<Cents | null>(null)
  // While a response is missing, do not reload: the payment may already be recorded, and the form with its change
  // must stay visible.
  const [isUnanswered, setUnanswered] = useState(false)
  const ofShipment = { shipment_id, payment_reference }
  const query = useQuery({
    ...endpointQuery(paymentsApi.ways, { purpose: 'shipment', ...ofShipment }),
    enabled: !isUnanswered,
  })
  const shipment = query.data?.shipment
  const mayUseBalance = mayCall(me, paymentsApi.payShipment) && shipment?.available !== null
  const choices = choicesOf(
    shipment?.is_payable && !atCounterOnly ? (query.data?.ways ?? []) : [],
    query.data?.cards ?? [],
    shipment && mayUseBalance && shipment.available !== null
      ? { available: shipment.available, rejection: shipment.account_refusal }
      : null,
    shipment?.is_payable ? (query.data?.counter ?? []) : [],
  )
  const newChoice = picked ?? afresh(firstChoice(choices))
  const choice = choices.find(({ key }) => key === newChoice.key)
  const problemOfCvv = choice?.kind === 'card' ? cvvProblem(newChoice.cvv) : null
  const paying = useChange({
    act: async () => {
      if (!choice || !shipment) return
      if (problemOfCvv !== null) throw new Error(problemOfCvv)
      if (choice.kind === 'counter') return
      if (choice.kind !== 'balance')
        return goToGateway(ofShipment, {
          offered: choice.offered,
          ...(choice.kind === 'card' ? { card: { id: choice.card.id, cvv: newChoice.cvv } } : {}),
        })
      await call(paymentsApi.payShipment, { id: shipment_id, rate: agreed ?? shipment.rate })
      refreshAccount()
      onPaid?.()
    },
    failed: (thrown) => {
      const rate = thrown instanceof ApiError && thrown.status === 409 ? thrown.current?.['rate'] : undefined
      if (typeof rate === 'number') setAgreed(fromRand(rate))
    },
    // Reload, so that a changed price is displayed before the user pays again.
    settled: () =>
      refresh(client, [
        paymentsApi.ways,
        paymentsApi.status,
        shipmentsApi.detail,
        shipmentsApi.list,
        billingApi.balance,
      ]),
  })
  if (query.error && !query.data)
    return <RegionError thrown={query.error} what="The ways to pay" onRetry={() => void query.refetch()} />
  if (!query.data) return <Loading lines={4} />
  if (!shipment || (!shipment.is_payable && shipment.status !== 'quote-expired')) return null
  const link = <SendPaymentLink shipment={shipment} />
  if (choices.length === 0)
    return isOffice(me) ? (
      link
    ) : (
      <Notice variant="info" title="Paying online is not possible here.">
        Ask your courier how to pay for this shipment. It is saved.
      </Notice>
    )
  const problem = paying.error ? sentenceOf(paying.error) : null
  return (
    <div className={shared.pay}>
      <p className={styles.price}>
        <span className={styles.pricePart}>To pay</span>{' '}
        <b className={styles.priceStrong}>{formatRand(agreed ?? shipment.rate)}</b>
      </p>
      <PaymentChoices
        choices={choices}
        newChoice={newChoice}
        onChoose={(next) => {
          setPicked(next)
          paying.reset()
        }}
        detail={
          choice?.kind === 'counter' && (
            <CounterForm
              key={choice.method}
              method={choice.method}
              shipment_id={shipment_id}
              rate={agreed ?? shipment.rate}
              onTaken={onPaid}
              onUnanswered={(now) => {
                setUnanswered(now)
                onUnanswered?.(now)
              }}
            />
          )
        }
      />
      {choice?.kind !== 'counter' && (
        <Button
          variant="primary"
          size="lg"
          busy={paying.isPending}
          onClick={() => paying.mutate()}
          {...(choice ? {} : { reason: 'No way to pay is available.' })}
        >
          Pay now
        </Button>
      )}
      {choice && (choice.kind === 'way' || choice.kind === 'card') && choice.offered.gateway && (
        <p className={shared.owed}>
          You continue on the secure page of {gatewayTitle(choice.offered.gateway)} and come back here.
        </p>
      )}
      {problem && (
        <p role="alert" className={shared.problem}>
          {problem}
        </p>
      )}
      {link}
    </div>
  )
}

/** Lets staff send the payment link to the payer, who then pays on an own device. */
function SendPaymentLink({ shipment: { id, status } }: { shipment: PayableShipment }) {
  const me = useMe()
  const send = useEndpointMutation(shipmentsApi.resendLink, {
    done: ({ message }) => toast.success(message),
    failed: (thrown) => showError(thrown, 'The link was not sent'),
  })
  // Payment links depend on no setting.
  if (mayResendLink(me, 'pay', { status }, { may_change_day: false, may_rate: false }) !== true) return null
  return (
    <Button icon={IconSend} busy={send.isPending} onClick={() => send.mutate({ id, link: 'pay' })}>
      Send payment link
    </Button>
  )
}
