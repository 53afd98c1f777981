import { driversApi } from '@waybill/domain/drivers/api'
import type { Stop } from '@waybill/domain/drivers/model'
import { reportsApi } from '@waybill/domain/reports/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { showError } from '../kit/layers/alerts.ts'
import { toast } from '../kit/layers/toasts.ts'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { DriverField, unconfirmedDriver, useDriverChoices } from '../shipments/index.ts'
import { stopName } from './stop-columns.tsx'

interface AssignStopDialogProps {
  stop: Stop
  onDone: () => void
  onClose: () => void
}

/** Assigns all shipments of a stop to another driver. Shows the reason for each shipment that cannot be assigned. */
export function AssignStopDialog({ stop, onDone, onClose }: AssignStopDialogProps) {
  const references = new Map(stop.shipments.map((one) => [one.shipment_id, one.tracking_reference]))
  const shipmentIds = stop.shipments.map(({ shipment_id }) => shipment_id)
  const choices = useDriverChoices({ shipment_ids: shipmentIds, leg: stop.leg })
  const form = useForm({
    initial: { driver: null, assign_anyway: false },
    check: ({ driver, assign_anyway }) =>
      driver === null
        ? [{ field: 'driver', message: 'Choose a driver.' }]
        : driver === stop.driver_username
          ? [{ field: 'driver', message: 'This driver already has the stop. Choose another one.' }]
          : unconfirmedDriver(choices, driver, assign_anyway),
  })
  const send = useEndpointMutation(driversApi.assign, {
    refresh: [reportsApi.opsDashboard, shipmentsApi.detail, shipmentsApi.rows],
    inForm: true,
    done: ({ results }, { username }) => {
      const rejected = results.filter(({ assigned }) => !assigned)
      const name = choices.find((one) => one.username === username)?.name ?? username
      if (rejected.length > 0)
        showError(
          new Error(
            rejected
              .map(({ shipment_id, message }) => `${references.get(shipment_id) ?? shipment_id}: ${message}`)
              .join(' '),
          ),
        )
      else toast.success(`${name} has the stop now.`)
      onDone()
      onClose()
    },
  })
  const count = stop.shipments.length
  return (
    <Modal title={`Assign the stop at ${stopName(stop)}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Assign driver"
        onCancel={onClose}
        onSubmit={({ driver, assign_anyway }) =>
          send.mutate({
            shipment_ids: shipmentIds,
            leg: stop.leg,
            username: driver ?? '',
            assign_anyway,
          })
        }
      >
        <p>
          {count === 1
            ? `${stop.shipments[0]?.tracking_reference ?? ''} goes to this driver.`
            : `All ${formatCount(count)} shipments of this stop go to this driver.`}
        </p>
        <DriverField driver={form.field('driver')} anyway={form.field('assign_anyway')} choices={choices} />
      </FormPanel>
    </Modal>
  )
}
