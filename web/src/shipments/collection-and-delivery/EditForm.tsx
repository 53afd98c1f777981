import { useQueryClient } from '@tanstack/react-query'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import {
  allow_account_users_to_edit_after_collection,
  shipment_requested_date_change_reasons,
} from '@waybill/domain/shipments/settings'
import { editableFields } from '@waybill/domain/shipments/booking/booking-permissions'
import type { ReactNode } from 'react'
import { call, refresh } from '../../kit/api/index.ts'
import { MergingFormPanel } from '../../kit/form/merging/MergingFormPanel.tsx'
import type { Form } from '../../kit/form/use-form.ts'
import { useMergingForm } from '../../kit/form/merging/use-merging-form.ts'
import { useMe, useSetting } from '../../kit/session/me.ts'
import {
  edit_fields,
  editPatch,
  editProblems,
  editValues,
  mergeEdits,
  type EditKey,
  type EditValues,
} from './route-edit.ts'

/**
 * Returns which fields the current user may change now. `offFor` returns the reason why a field cannot be changed, or
 * `null`.
 */
export function useEditable(shipment: Shipment): { isAny: boolean; offFor: (key: EditKey) => string | null } {
  const me = useMe()
  const allowed = useSetting(allow_account_users_to_edit_after_collection)
  const fields = editableFields(me, shipment, allowed)
  return {
    isAny: fields === 'all' || fields.size > 0,
    offFor: (key) =>
      fields === 'all' || fields.has(edit_fields[key].field)
        ? null
        : 'This can no longer be changed. Please contact us.',
  }
}

/**
 * A card in edit mode. Saving sends the version on which the edit is based. If another user has saved in the
 * meantime, nothing is overwritten: their other changes are merged, and for each field that both changed the user
 * chooses a value.
 */
export function EditForm({
  shipment,
  onClose,
  children,
}: {
  shipment: Shipment
  onClose: () => void
  children: (form: Form<EditValues>, offFor: (key: EditKey) => string | null) => ReactNode
}) {
  const client = useQueryClient()
  const { offFor } = useEditable(shipment)
  const reasons = useSetting(shipment_requested_date_change_reasons)
  const merging = useMergingForm({
    subject: shipment,
    valuesOf: editValues,
    patchOf: editPatch,
    merge: mergeEdits,
    readAgain: async ({ id }) => (await call(shipmentsApi.detail, { id })).shipment,
    send: (patch, idempotencyKey) => call(shipmentsApi.change, patch, { idempotency_key: idempotencyKey }),
    refresh: () => refresh(client, [shipmentsApi.detail, shipmentsApi.rows]),
    onSaved: onClose,
    labelOf: (key) => edit_fields[key].label,
    problemsOf: (values) => editProblems(shipment, values, reasons, new Date()),
  })
  return (
    <MergingFormPanel
      of={merging}
      title="Someone else changed this shipment in the meantime."
      onCancel={onClose}
    >
      {children(merging.form, offFor)}
    </MergingFormPanel>
  )
}
