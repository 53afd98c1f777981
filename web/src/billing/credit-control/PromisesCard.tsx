import { IconPlus } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import {
  creditControlApi,
  type PaymentPromise,
  type PromiseState,
} from '@waybill/domain/billing/credit-control'
import { isStaff } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { FieldRow, FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextArea, TextField } from '../../kit/form/TextField.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'

/** Number of promises that the card lists, the newest first. */
const shown = 5

const state_labels: Readonly<Record<PromiseState, string>> = {
  running: 'Running',
  kept: 'Kept',
  broken: 'Broken',
  withdrawn: 'Withdrawn',
}

/** Card with an account's newest promises to pay; for staff. While one is running, no reminders are sent. */
export function PromisesCard({ account_id }: { account_id: number }) {
  const me = useMe()
  const isShown = isStaff(me) && mayCall(me, creditControlApi.promises)
  const query = useQuery({
    ...endpointQuery(creditControlApi.promises, { account_id, limit: shown }),
    enabled: isShown,
  })
  const [isAdding, setAdding] = useState(false)
  if (!isShown) return null
  const { data, error } = query
  const more =
    data && data.count > data.promises.length ? `Newest ${data.promises.length} of ${data.count}` : undefined
  return (
    <Card
      title="Promises to pay"
      note={more}
      actions={
        mayCall(me, creditControlApi.addPromise) && (
          <Button size="sm" icon={IconPlus} onClick={() => setAdding(true)}>
            Add
          </Button>
        )
      }
    >
      {error && !data ? (
        <RegionError thrown={error} what="The promises" onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Loading lines={2} />
      ) : data.promises.length === 0 ? (
        'No promises. While one is running, no reminders are sent.'
      ) : (
        <Facts
          of={data.promises.map((promise) => [
            `${formatRand(promise.amount)} by ${formatDate(promise.promised_date)}`,
            <PromiseState key={promise.id} of={promise} />,
          ])}
        />
      )}
      {isAdding && <PromiseDialog account_id={account_id} onClose={() => setAdding(false)} />}
    </Card>
  )
}

function PromiseState({ of: { id, state, paid, promised_by, note } }: { of: PaymentPromise }) {
  const me = useMe()
  const withdraw = useEndpointMutation(creditControlApi.withdrawPromise, {
    refresh: [creditControlApi.promises],
    done: () => toast.success('The promise was withdrawn'),
  })
  return (
    <Stack>
      {`${state_labels[state]}, ${formatRand(paid)} paid. Promised by ${promised_by}.`}
      {note}
      {state === 'running' && mayCall(me, creditControlApi.withdrawPromise) && (
        <Button size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate({ id })}>
          Withdraw
        </Button>
      )}
    </Stack>
  )
}

interface Values {
  amount: Cents | null
  promised_date: string | null
  promised_by: string
  note: string
}

function PromiseDialog({ account_id, onClose }: { account_id: number; onClose: () => void }) {
  const add = useEndpointMutation(creditControlApi.addPromise, {
    inForm: true,
    refresh: [creditControlApi.promises],
    done: () => {
      toast.success('The promise was recorded')
      onClose()
    },
  })
  const form = useForm<Values>({
    initial: { amount: null, promised_date: null, promised_by: '', note: '' },
    check: ({ amount, promised_date, promised_by }) => [
      ...(amount ? [] : [{ field: 'amount', message: 'Enter the amount.' }]),
      ...(promised_date ? [] : [{ field: 'promised_date', message: 'Choose the day.' }]),
      ...(promised_by.trim() ? [] : [{ field: 'promised_by', message: 'Enter who promised it.' }]),
    ],
  })
  return (
    <Modal title="Promise to pay" onClose={onClose}>
      <FormPanel
        form={form}
        saving={add.isPending}
        error={add.error}
        submit="Record promise"
        onCancel={onClose}
        onSubmit={({ amount, promised_date, ...texts }) => {
          if (amount && promised_date) add.mutate({ account_id, amount, promised_date, ...texts })
        }}
      >
        <FieldRow>
          <MoneyField {...form.field('amount')} label="Amount" />
          <DateField {...form.field('promised_date')} label="Paid by" from={dayOf(new Date())} />
        </FieldRow>
        <TextField {...form.field('promised_by')} label="Promised by" maxLength={255} />
        <TextArea {...form.field('note')} label="Note" optional maxLength={1000} />
      </FormPanel>
    </Modal>
  )
}
