import { useQueryClient } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { paymentsApi } from '@waybill/domain/payments/api'
import {
  changeOf,
  counter_texts,
  counterDue,
  counterProblems,
  commonNotes,
  type CounterMethod,
} from '@waybill/domain/payments/counter'
import { counterApi, type CounterPayment } from '@waybill/domain/payments/counter-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { ApiError, refresh, useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import styles from './counter-form.module.css'

/**
 * The form for a counter payment of a shipment: the cash handed over, with the change, or the data of a card terminal
 * slip (SHIP-103).
 */
export function CounterForm({
  method,
  shipment_id,
  rate,
  onTaken,
  onUnanswered,
}: {
  method: CounterMethod
  shipment_id: number
  rate: Cents
  onTaken: ((taken: CounterPayment) => void) | undefined
  /** Called with `true` when a request got no response, so that the payment may already be recorded. */
  onUnanswered: (isUnanswered: boolean) => void
}) {
  const client = useQueryClient()
  const form = useForm({
    initial: { amount: null as Cents | null, slip_reference: '', last_digits: '' },
    check: (values) => counterProblems(rate, { method, ...values }),
  })
  const read = [paymentsApi.ways, paymentsApi.status, shipmentsApi.detail, shipmentsApi.list]
  const take = useEndpointMutation(counterApi.take, {
    refresh: [...read, paymentsApi.list, billingApi.balance],
    done: (taken) => {
      onUnanswered(false)
      onTaken?.(taken)
    },
    // After an error response, reload: the shipment may have been paid or its price changed in the meantime. Without
    // a response, keep the form, because sending it again returns what was recorded.
    failed: (thrown) => {
      const isAnswered = thrown instanceof ApiError && thrown.status > 0
      onUnanswered(!isAnswered)
      if (isAnswered) void refresh(client, read)
    },
  })
  const { due, rounding } = counterDue(method, rate)
  return (
    <FormPanel
      form={form}
      saving={take.isPending}
      error={take.error}
      submit={`Record ${formatRand(due)} ${counter_texts[method].by}`}
      onSubmit={({ amount, slip_reference, last_digits }) => {
        if (amount !== null)
          take.mutate({
            shipment_id,
            rate,
            method,
            amount,
            ...(method === 'cash' ? {} : { slip_reference, last_digits: last_digits || undefined }),
          })
      }}
    >
      {rounding > 0 && (
        <dl className={styles.due}>
          <dt>Price</dt>
          <dd className={styles.dueValue}>{formatRand(rate)}</dd>
          <dt>Cash rounding</dt>
          <dd className={styles.dueValue}>{formatRand(-rounding)}</dd>
          <dt className={styles.total}>Due in cash</dt>
          <dd className={cx(styles.total, styles.dueValue)}>{formatRand(due)}</dd>
        </dl>
      )}
      {method === 'cash' ? (
        <>
          <div className={styles.notes} role="group" aria-label="Common amounts">
            {commonNotes(due).map((sum) => (
              <Button key={sum} onClick={() => form.set('amount', sum)}>
                {formatRand(sum)}
              </Button>
            ))}
          </div>
          <MoneyField {...form.field('amount')} label="Cash handed over" size="large" width={200} />
          <dl className={styles.due} aria-live="polite">
            <dt className={styles.total}>Change to give</dt>
            <dd className={cx(styles.total, styles.dueValue)}>
              {changeText(changeOf(rate, { method, amount: form.values.amount }))}
            </dd>
          </dl>
        </>
      ) : (
        <>
          <MoneyField
            {...form.field('amount')}
            label="Amount on the slip"
            hint={`Charge ${formatRand(due)} on the terminal first.`}
            size="large"
            width={200}
          />
          <TextField
            {...form.field('slip_reference')}
            label="Reference on the slip"
            hint="The approval code or the receipt number."
            autoComplete="off"
            maxLength={40}
            mono
            takesScans
          />
          <TextField
            {...form.field('last_digits')}
            label="Last four digits of the card"
            optional
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            mono
          />
        </>
      )}
    </FormPanel>
  )
}

function changeText(change: Cents | null): string {
  return change === null ? '–' : formatRand(change)
}
