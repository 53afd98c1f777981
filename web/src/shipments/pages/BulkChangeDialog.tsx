import { useQuery } from '@tanstack/react-query'
import { bulkUpdateApi } from '@waybill/domain/imports/api'
import { bulk_change_labels, type BulkChangeKind } from '@waybill/domain/imports/bulk-change'
import { ratesApi } from '@waybill/domain/rates/api'
import type { ShipmentListRow } from '@waybill/domain/shipments/list-row'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { useDriverChoices } from '../DriverField.tsx'
import { ChangeFields, changeOf, changeProblems, empty_change, type TypedChange } from './ChangeFields.tsx'

/** Maximum number of shipments for which the drivers are requested by shipment. */
const max_in_address = 50

/**
 * Dialog for one change to the chosen shipments. It starts a bulk update, whose page shows what would change for each
 * shipment before anything is saved.
 */
export function BulkChangeDialog({
  kind,
  shipments,
  onClose,
}: {
  kind: BulkChangeKind
  shipments: readonly ShipmentListRow[]
  onClose: () => void
}) {
  const go = useGo()
  const levels = useQuery({
    ...endpointQuery(ratesApi.serviceLevels, { is_active: true }),
    enabled: kind === 'service-level',
  })
  const start = useEndpointMutation(bulkUpdateApi.start, {
    inForm: true,
    refresh: [bulkUpdateApi.list],
    done: ({ id }) => {
      onClose()
      void go(`/tools/bulk-update/${id}`)
    },
  })
  const form = useForm<TypedChange>({
    initial: { ...empty_change, kind, side: legOf(shipments) },
    check: changeProblems,
  })
  // The doubts about drivers are for these shipments while an address can name them; the check names all doubts.
  const drivers = useDriverChoices(
    shipments.length <= max_in_address
      ? { shipment_ids: shipments.map(({ id }) => id), leg: form.values.side }
      : {},
  )
  const number = `${formatCount(shipments.length)} ${shipments.length === 1 ? 'shipment' : 'shipments'}`
  return (
    <Modal title={`${bulk_change_labels[kind]}: ${number}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={start.isPending}
        error={start.error}
        submit={`Check ${number}`}
        note="You see what will change before anything is saved."
        onCancel={onClose}
        onSubmit={(typed) => {
          const change = changeOf(typed)
          if (change)
            start.mutate({ references: shipments.map((row) => row.short_tracking_reference), change })
        }}
      >
        <ChangeFields
          form={form}
          levels={(levels.data?.service_levels ?? []).map(({ code, name }) => ({
            value: code,
            label: name,
            hint: code,
          }))}
          drivers={drivers}
        />
      </FormPanel>
    </Modal>
  )
}

/** Returns the leg that most of the shipments need next. */
function legOf(shipments: readonly ShipmentListRow[]): 'collection' | 'delivery' {
  const uncollected = shipments.filter(({ collected_date }) => collected_date === null).length
  return uncollected * 2 > shipments.length ? 'collection' : 'delivery'
}
