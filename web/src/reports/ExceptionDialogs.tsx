import { useQuery } from '@tanstack/react-query'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { reportsApi } from '@waybill/domain/reports/api'
import { exceptionsApi } from '@waybill/domain/reports/exceptions'
import type { PendingRow } from '@waybill/domain/reports/ops-dashboard'
import { endpointQuery, useEndpointMutation } from '../kit/api/index.ts'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { Modal } from '../kit/ui/layers/Modal.tsx'

interface ExceptionDialogProps {
  row: PendingRow
  onClose: () => void
}

const shown_again = [reportsApi.pending, reportsApi.opsDashboard]

/** Gives an exception to a colleague, who gets an inbox message. */
export function GiveDialog({ row, onClose }: ExceptionDialogProps) {
  const { data } = useQuery(endpointQuery(exceptionsApi.owners, { shipment_id: row.shipment_id }))
  const form = useForm({
    initial: { username: null as string | null },
    check: ({ username }) =>
      username === null ? [{ field: 'username', message: 'Choose a colleague.' }] : [],
  })
  const send = useEndpointMutation(exceptionsApi.care, { refresh: shown_again, inForm: true, done: onClose })
  return (
    <Modal title={`Give ${row.tracking_reference} to a colleague`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Give"
        onCancel={onClose}
        onSubmit={({ username }) =>
          send.mutate({ shipment_id: row.shipment_id, change: { kind: 'give', username: username ?? '' } })
        }
      >
        <SelectField<string, string | null>
          {...form.field('username')}
          label="Colleague"
          placeholder="Choose a colleague"
          options={(data?.owners ?? [])
            .filter(({ username }) => username !== row.owner_username)
            .map(({ username, name }) => ({ value: username, label: name, words: username }))}
        />
      </FormPanel>
    </Modal>
  )
}

/** The times until which an exception can be snoozed. */
const snooze_times = [
  { value: 'hour', label: 'For 1 hour', until: (now: Date) => new Date(now.getTime() + hour_ms) },
  { value: 'hours', label: 'For 4 hours', until: (now: Date) => new Date(now.getTime() + 4 * hour_ms) },
  {
    value: 'tomorrow',
    label: 'Until tomorrow at 07:00',
    until: (now: Date) => new Date(startOfDay(dayAfter(dayOf(now), 1)).getTime() + 7 * hour_ms),
  },
] as const
type SnoozeTime = (typeof snooze_times)[number]['value']

/** Takes an exception out of the lists for a time, with a reason. */
export function SnoozeDialog({ row, onClose }: ExceptionDialogProps) {
  const form = useForm({
    initial: { time: 'hour' as SnoozeTime, reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? [{ field: 'reason', message: 'Enter a reason.' }] : []),
  })
  const send = useEndpointMutation(exceptionsApi.care, { refresh: shown_again, inForm: true, done: onClose })
  return (
    <Modal title={`Snooze ${row.tracking_reference}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Snooze"
        onCancel={onClose}
        onSubmit={({ time, reason }) => {
          const chosen = snooze_times.find(({ value }) => value === time) ?? snooze_times[0]
          send.mutate({
            shipment_id: row.shipment_id,
            change: { kind: 'snooze', until: chosen.until(new Date()), reason: reason.trim() },
          })
        }}
      >
        <SelectField<SnoozeTime, SnoozeTime> {...form.field('time')} label="Until" options={snooze_times} />
        <TextField
          {...form.field('reason')}
          label="Reason"
          maxLength={200}
          placeholder="Waiting for the sender to confirm the address"
        />
      </FormPanel>
    </Modal>
  )
}
