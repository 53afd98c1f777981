import { useQuery } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { paymentsApi } from '@waybill/domain/payments/api'
import { topup_chips } from '@waybill/domain/payments/settings'
import { cvvProblem, manual_eft_note, sentAmount, topUpProblem } from '@waybill/domain/payments/top-up'
import { customAddress } from '@waybill/domain/payments/payment-methods'
import { support_email } from '@waybill/domain/identity/settings'
import { useState, type ReactNode } from 'react'
import { endpointQuery, sentenceOf, useChange } from '../../kit/api/index.ts'
import { openTab } from '../../kit/layers/open-tab.ts'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { AmountChoice } from './AmountChoice.tsx'
import { newChoice as afresh, choicesOf, firstChoice, type Chosen } from '../ways-to-pay/ways-to-pay.ts'
import { EftFacts } from './EftFacts.tsx'
import { PaymentChoices } from '../ways-to-pay/PaymentChoices.tsx'
import shared from '../payments.module.css'
import styles from './use-top-up.module.css'
import { goToGateway } from '../start-payment.ts'

/** The parts of a top-up form, used in a modal and on a separate page. */
export interface TopUp {
  body: ReactNode
  /** The balance after the top-up. */
  note: ReactNode
  /** `Pay now`, or `OK` for a manual EFT; `null` while payment is not possible. */
  button: ReactNode
  /** The reason why the payment could not start; displayed under the button. */
  problem: ReactNode
}

/**
 * Builds the form for topping up the user's own account: amount, payment method and start of the payment
 * (PAY-015…PAY-021, PAY-028…PAY-030). `onDone` is called when there is no gateway to go to; `formerAmount` is the
 * amount of an earlier attempt.
 */
export function useTopUp(onDone: () => void, formerAmount?: Cents): TopUp {
  const { account_id, email } = useMe()
  const chips = useSetting(topup_chips)
  const support = useSetting(support_email)
  const [amount, setAmount] = useState<Cents | null>(formerAmount ?? chips[0] ?? null)
  const [picked, setPicked] = useState<Chosen | null>(formerAmount === undefined ? null : lastChosen)
  const [isTried, setTried] = useState(false)
  /** Counts how often the owed amount was filled in; as React key, it remounts the amount field. */
  const [filled, setFilled] = useState(0)
  const balance = useQuery(endpointQuery(billingApi.balance, { account_id: account_id ?? 0 }))
  const methods = useQuery(endpointQuery(paymentsApi.ways, { purpose: 'topup' }))
  const owed = Math.max(0, -(balance.data?.balance ?? 0))
  const choices = choicesOf(methods.data?.ways ?? [], methods.data?.cards ?? [])
  const newChoice = picked ?? afresh(firstChoice(choices))
  const choice = choices.find(({ key }) => key === newChoice.key)
  const offered = choice && 'offered' in choice ? choice.offered : undefined
  const amountProblem = topUpProblem(amount, offered?.limit ?? null)
  const problemOfCvv = choice?.kind === 'card' ? cvvProblem(newChoice.cvv) : null
  const isManual = choice?.kind === 'way' && choice.key === 'manual-eft' && offered?.gateway === null
  const starting = useChange({
    act: async () => {
      if (!offered || amount === null) return
      const { key, save_card } = newChoice
      sessionStorage.setItem(chosen_key, JSON.stringify({ key, save_card }))
      await goToGateway(
        { amount },
        {
          offered: offered,
          ...(choice?.kind === 'card' ? { card: { id: choice.card.id, cvv: newChoice.cvv } } : {}),
          ...(newChoice.save_card ? { save_card: true } : {}),
        },
      )
    },
  })
  const press = (): void => {
    setTried(true)
    if (isManual) return onDone()
    if (amountProblem !== null || problemOfCvv !== null || amount === null) return
    if (offered?.key !== 'custom') return starting.mutate()
    openTab(
      customAddress(methods.data?.custom?.url ?? '', {
        account_code: balance.data?.account_code ?? '',
        amount: sentAmount(amount),
        email,
        reference: balance.data?.account_code ?? '',
      }),
    )
    onDone()
  }
  const problem =
    (isTried && (amountProblem ?? problemOfCvv)) || (starting.error ? sentenceOf(starting.error) : null)
  if ((methods.error && !methods.data) || (balance.error && !balance.data))
    return {
      ...nothing,
      body: (
        <RegionError
          thrown={methods.error ?? balance.error}
          what="Your ways to pay"
          onRetry={() => {
            void methods.refetch()
            void balance.refetch()
          }}
        />
      ),
    }
  if (!methods.data || !balance.data) return { ...nothing, body: <Loading lines={6} /> }
  if (choices.length === 0)
    return {
      ...nothing,
      body: (
        <Notice variant="info" title="No way to pay is set up yet.">
          {`Ask ${support || 'your courier'} how to pay into your account.`}
        </Notice>
      ),
    }
  return {
    body: (
      <div className={styles.topUp}>
        {owed > 0 && (
          <p className={shared.owed}>
            You owe <b className={styles.owedStrong}>{formatRand(owed)}</b>.{' '}
            <Button
              variant="link"
              size="sm"
              onClick={() => {
                setAmount(owed)
                setFilled(filled + 1)
              }}
            >
              Pay this amount
            </Button>
          </p>
        )}
        <AmountChoice
          key={filled}
          chips={chips}
          amount={amount}
          limit={offered?.limit ?? null}
          problem={amountProblem}
          onChange={setAmount}
        />
        <PaymentChoices
          choices={choices}
          newChoice={newChoice}
          maySave
          detail={
            isManual &&
            methods.data.eft && (
              <EftFacts of={methods.data.eft} reference={balance.data.account_code} note={manual_eft_note} />
            )
          }
          {...(methods.data.custom?.image ? { image: methods.data.custom.image } : {})}
          onChoose={(next) => {
            setPicked(next)
            setTried(false)
            starting.reset()
          }}
        />
      </div>
    ),
    note:
      amountProblem === null && amount !== null ? (
        <span aria-live="polite" className={shared.note}>
          New balance <b>{formatRand(balance.data.balance + amount)}</b>
        </span>
      ) : null,
    button: (
      <Button
        variant="primary"
        busy={starting.isPending || (starting.isSuccess && offered?.gateway !== null)}
        onClick={press}
      >
        {isManual ? 'OK' : 'Pay now'}
      </Button>
    ),
    problem: problem ? (
      <p role="alert" className={shared.problem}>
        {problem}
      </p>
    ) : null,
  }
}

/**
 * `sessionStorage` key of the chosen payment method, used when the browser returns from the gateway without a
 * payment.
 */
const chosen_key = 'top_up_chosen'

function lastChosen(): Chosen | null {
  const stored = sessionStorage.getItem(chosen_key)
  return stored === null ? null : { ...(JSON.parse(stored) as Omit<Chosen, 'cvv'>), cvv: '' }
}

const nothing = { note: null, button: null, problem: null }
