import { dayOf } from '@waybill/domain/kit/calls/wire'
import { lawfulWorkingDays } from '@waybill/domain/kit/dates/national-holidays'
import { passedTime, offerDay } from '@waybill/domain/kit/dates/service-days'
import type { Shipment } from '@waybill/domain/shipments/model'
import { date_reason_required, windowProblem } from '@waybill/domain/shipments/booking/shipment-checks'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { shipment_requested_date_change_reasons } from '@waybill/domain/shipments/settings'
import { useState } from 'react'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TimeWindow, type ClockWindow } from '../../kit/form/dates/TimeWindow.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { useSetting } from '../../kit/session/me.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { ChangePreview } from '../edit/ChangePreview.tsx'
import type { ChangePreview as Preview } from '../edit/use-edit.ts'
import { DriverField, unconfirmedDriver, useDriverChoices } from '../DriverField.tsx'

export type Leg = 'collection' | 'delivery'

const changed = [shipmentsApi.detail, shipmentsApi.rows]

interface LegDialogProps {
  shipment: Shipment
  leg: Leg
  onClose: () => void
}

/**
 * Dialog for moving a collection or delivery to another day or time window, with a reason. With `previewsFirst`, the
 * first press displays the price and everything else that changes, and the second saves.
 */
export function RescheduleDialog({
  shipment,
  leg,
  onClose,
  previewsFirst = false,
}: LegDialogProps & { previewsFirst?: boolean }) {
  const [shown, setShown] = useState<{ of: string; preview: Preview } | null>(null)
  const previewing = useEndpointMutation(shipmentsApi.previewChange, {
    inForm: true,
    done: (answer, input) => setShown({ of: JSON.stringify(input), preview: answer }),
  })
  const send = useEndpointMutation(shipmentsApi.change, { refresh: changed, done: onClose, inForm: true })
  const reasons = useSetting(shipment_requested_date_change_reasons)
  const now = new Date()
  const window = { from: shipment[`${leg}_after`], to: shipment[`${leg}_before`] }
  const end = { cut_off: null, until: window.to }
  const { day } = offerDay(shipment[`${leg}_min_date`], now, end, lawfulWorkingDays(now))
  const initial: { date: string | null; window: ClockWindow; reason: string | null } = {
    date: day,
    window,
    reason: null,
  }
  const form = useForm({
    initial,
    check: ({ date, window, reason }) => {
      const late = windowProblem(leg, window.from, window.to)
      const gone = passedTime({ day: date, from: window.from, until: window.to }, new Date())
      return [
        ...(date ? [] : [{ field: 'date', message: `Choose the day of the ${leg}.` }]),
        ...(gone ? [{ field: gone.part === 'day' ? 'date' : 'window', message: gone.message }] : []),
        ...(late ? [{ field: 'window', message: late }] : []),
        ...(reason || reasons.length === 0 ? [] : [{ field: 'reason', message: date_reason_required }]),
      ]
    },
  })
  const patchOf = ({ date, window: hours, reason }: typeof initial) => ({
    id: shipment.id,
    [`${leg}_min_date`]: date ?? undefined,
    [`${leg}_after`]: hours.from,
    [`${leg}_before`]: hours.to,
    [`${leg}_rescheduled_reason`]: reason ?? undefined,
  })
  const isShown = shown?.of === JSON.stringify(patchOf(form.values))
  const mustPreview = previewsFirst && !isShown
  return (
    <Modal title={`Reschedule ${leg} of ${shipment.tracking_reference}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={previewing.isPending || send.isPending}
        error={mustPreview ? previewing.error : send.error}
        submit={mustPreview ? 'Show price and changes' : `Reschedule ${leg}`}
        onCancel={onClose}
        onSubmit={(values) => {
          if (mustPreview) previewing.mutate(patchOf(values))
          else send.mutate({ ...patchOf(values), version: shipment.version })
        }}
      >
        <DateField {...form.field('date')} label="Day" from={dayOf(now)} />
        <TimeWindow {...form.field('window')} label="Window" />
        {reasons.length > 0 && (
          <SelectField
            {...form.field('reason')}
            label="Reason"
            options={reasons.map((one) => ({ value: one, label: one }))}
          />
        )}
        {isShown && <ChangePreview of={shown.preview} people={no_people} />}
      </FormPanel>
    </Modal>
  )
}

/** A rescheduled leg keeps its driver, so that the preview names none. */
const no_people: ReadonlyMap<string, string> = new Map()

/**
 * Dialog for choosing the driver of a leg. The caller makes the assignment in `onAssign`. A driver who handed the
 * stop back is not preselected.
 */
export function AssignDialog({
  shipment,
  leg,
  isSending,
  error,
  onAssign,
  onClose,
}: LegDialogProps & {
  isSending: boolean
  error: Error | null
  onAssign: (username: string, assign_anyway: boolean) => void
}) {
  const now = shipment.status === `${leg}-rejected` ? null : shipment[`${leg}_agent_id`] || null
  const choices = useDriverChoices({ shipment_ids: [shipment.id], leg })
  const form = useForm({
    initial: { driver: now, assign_anyway: false },
    check: ({ driver, assign_anyway }) =>
      driver
        ? unconfirmedDriver(choices, driver, assign_anyway)
        : [{ field: 'driver', message: 'Choose a driver.' }],
  })
  return (
    <Modal title={`Assign a driver to the ${leg} of ${shipment.tracking_reference}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={isSending}
        error={error}
        submit="Assign driver"
        onCancel={onClose}
        onSubmit={({ driver, assign_anyway }) => driver && onAssign(driver, assign_anyway)}
      >
        <DriverField driver={form.field('driver')} anyway={form.field('assign_anyway')} choices={choices} />
      </FormPanel>
    </Modal>
  )
}
