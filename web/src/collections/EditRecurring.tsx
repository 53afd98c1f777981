import { collectionsApi } from '@waybill/domain/collections/api'
import type { Recurring } from '@waybill/domain/collections/model'
import { useState } from 'react'
import { useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { affected_queries } from './changed.ts'
import { particularsOf, problemsOf, valuesOf } from './request-form.ts'
import { RequestFields } from './RequestFields.tsx'

/**
 * Form that changes a recurring collection from one of its days (`YYYY-MM-DD`) on, including its open requests from
 * that day.
 */
export function EditRecurring({
  recurring,
  from,
  onDone,
}: {
  recurring: Recurring
  from: string
  onDone: () => void
}) {
  const [stored] = useState(recurring)
  const form = useForm({
    initial: valuesOf(stored, {
      repeats: stored.frequency,
      date: stored.from,
      weekdays: stored.weekdays,
      until: stored.until,
    }),
    check: (values) => problemsOf(values, new Date(), stored.from),
  })
  const change = useEndpointMutation(collectionsApi.changeRecurring, {
    inForm: true,
    refresh: affected_queries,
    done: () => {
      toast.success('Recurring collection changed')
      onDone()
    },
  })
  return (
    <FormPanel
      form={form}
      saving={change.isPending || change.isSuccess}
      error={change.error}
      submit="Save changes"
      onCancel={onDone}
      onSubmit={(values) => {
        const { address, ...rest } = particularsOf(values)
        const hasMoved = JSON.stringify(address) !== JSON.stringify(stored.address)
        change.mutate({
          id: stored.id,
          version: stored.version,
          from,
          frequency: values.repeats === 'once' ? undefined : values.repeats,
          weekdays: [...values.weekdays],
          until: values.until ?? '',
          ...rest,
          address: hasMoved ? address : undefined,
        })
      }}
    >
      <RequestFields form={form} kind="recurring" />
    </FormPanel>
  )
}
