import { IconPencil } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { deliveriesApi, type BillingPreference } from '@waybill/domain/billing/deliveries'
import { isStaff } from '@waybill/domain/kit/actor'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'

const yesOrNo = (isOn: boolean): string => (isOn ? 'Yes' : 'No')
const noAddress = (addresses: readonly string[]): string => addresses.join(', ') || 'No address'

/** Card with the addresses that an account's documents are e-mailed to, and what is attached. */
export function DocumentsByMailCard({ account_id }: { account_id: number }) {
  const me = useMe()
  const query = useQuery(endpointQuery(deliveriesApi.preference, { account_id }))
  const [isEditing, setEditing] = useState(false)
  const { data, error } = query
  return (
    <Card
      title="Documents by e-mail"
      actions={
        data &&
        !isEditing &&
        isStaff(me) &&
        mayCall(me, deliveriesApi.savePreference) && (
          <Button size="sm" icon={IconPencil} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {error && !data ? (
        <RegionError thrown={error} what="This card" onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Loading lines={4} />
      ) : isEditing ? (
        <PreferenceForm of={data} onClose={() => setEditing(false)} />
      ) : (
        <Facts
          of={[
            ['Invoices go to', noAddress(data.invoice_recipients)],
            ['Statements go to', noAddress(data.statement_recipients)],
            ['Lines as CSV', yesOrNo(data.attach_csv)],
            ['UBL file', yesOrNo(data.attach_ubl)],
            ['Payment reminders', yesOrNo(data.send_reminders)],
          ]}
        />
      )}
    </Card>
  )
}

function PreferenceForm({ of: preference, onClose }: { of: BillingPreference; onClose: () => void }) {
  const { account_id, invoice_emails, statement_emails, attach_csv, attach_ubl, send_reminders } = preference
  const save = useEndpointMutation(deliveriesApi.savePreference, {
    inForm: true,
    refresh: [deliveriesApi.preference],
    done: () => {
      toast.success('Changes saved')
      onClose()
    },
  })
  const form = useForm({
    initial: { invoice_emails, statement_emails, attach_csv, attach_ubl, send_reminders },
  })
  return (
    <FormPanel
      form={form}
      saving={save.isPending}
      error={save.error}
      submit="Save"
      onCancel={onClose}
      onSubmit={(values) => save.mutate({ account_id, ...values })}
    >
      <TextField
        {...form.field('invoice_emails')}
        label="Invoices and reminders"
        hint="Several addresses with commas. Empty: the billing contact."
        optional
        maxLength={1000}
      />
      <TextField
        {...form.field('statement_emails')}
        label="Statements"
        hint="Empty: as for invoices."
        optional
        maxLength={1000}
      />
      <Checkbox {...form.field('attach_csv')} label="Attach the lines as CSV" />
      <Checkbox
        {...form.field('attach_ubl')}
        label="Attach a UBL file"
        hint="For accounting software that imports invoices."
      />
      <Checkbox {...form.field('send_reminders')} label="Send payment reminders" />
    </FormPanel>
  )
}
