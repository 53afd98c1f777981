import { useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '@waybill/domain/kit/rule-result'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { fieldsFor } from '@waybill/domain/shipments/booking/editable-fields'
import type { Shipment } from '@waybill/domain/shipments/model'
import {
  allow_account_users_to_edit_after_collection,
  shipment_requested_date_change_reasons,
} from '@waybill/domain/shipments/settings'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { useState } from 'react'
import { useAccount } from '../../accounts/index.ts'
import { call, refresh, useEndpointMutation } from '../../kit/api/index.ts'
import { changedKeys } from '../../kit/form/merging/merge-edits.ts'
import { useMergingForm, type Merging } from '../../kit/form/merging/use-merging-form.ts'
import { sharedFields, withReasons, type Form } from '../../kit/form/use-form.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import type { Booking } from '../new/booking.ts'
import { problemsOf, type BookingRules } from '../new/booking-problems.ts'
import { useOptIns, usePrices } from '../new/pricing/use-prices.ts'
import type { BookingFields } from '../new/use-booking.ts'
import { useBookingRules } from '../new/use-booking-rules.ts'
import {
  dayProblems,
  edit_labels,
  editPatch,
  editValues,
  fieldOf,
  mergeEdits,
  type EditConflict,
  type EditValues,
} from './edit-values.ts'

/** What a change would do, as the server answered it. */
export type ChangePreview = Output<typeof shipmentsApi.previewChange>

/** Returns which fields of a shipment the current user may change now; `reasonAt` says why not, by path of the form. */
export function useEditable(shipment: Shipment): {
  isAny: boolean
  reasonAt: (path: string) => string | null
} {
  const me = useMe()
  const allowed = useSetting(allow_account_users_to_edit_after_collection)
  const fields = fieldsFor(me, shipment, allowed)
  return {
    isAny: mayCall(me, shipmentsApi.change) && Object.values(fields).some((may) => may === true),
    reasonAt: (path) => {
      const field = fieldOf(path)
      return field && reasonOf(fields[field])
    },
  }
}

/** The state of the page that edits a shipment. */
export interface EditState {
  form: Form<EditValues>
  /** The same form for the fields of the booking form. */
  booking: BookingFields
  merging: Merging<Shipment, EditValues, EditConflict>
  /** The effect of the change as it is typed now; `null` until it was asked for. */
  preview: ChangePreview | null
  isSending: boolean
  error: Error | null
  /** Asks for the effect of the change, or saves it once its effect is displayed. */
  submit: () => void
}

/**
 * Manages the change of a booked shipment: the form, its checks, the preview of the effect, and saving. A change by
 * another user is merged field by field; where both changed a field, the user chooses.
 */
export function useEdit(shipment: Shipment, onSaved: () => void): EditState {
  const client = useQueryClient()
  const reasons = useSetting(shipment_requested_date_change_reasons)
  const account = useAccount(shipment.account_id, { forBooking: true })
  const rules = useEditRules(shipment, account)
  const merging = useMergingForm<Shipment, EditValues, ReturnType<typeof editPatch>, EditConflict>({
    subject: shipment,
    valuesOf: editValues,
    patchOf: editPatch,
    merge: mergeEdits,
    readAgain: async ({ id }) => (await call(shipmentsApi.detail, { id })).shipment,
    send: (patch, idempotencyKey) => call(shipmentsApi.change, patch, { idempotency_key: idempotencyKey }),
    refresh: () => refresh(client, [shipmentsApi.detail, shipmentsApi.rows]),
    onSaved,
    labelOf: (key) => edit_labels[key] ?? '',
    problemsOf: (values) => {
      const changed = new Set<string>(changedKeys(editValues(shipment), values))
      return [
        ...dayProblems(shipment, values, reasons, new Date()),
        // What was booked earlier may break rules of today.
        ...problemsOf(values, rules).filter(({ field }) => changed.has(field.split('.')[0] ?? '')),
      ]
    },
  })
  const { reasonAt } = useEditable(merging.base)
  const form = withReasons(merging.form, reasonAt)
  const { values } = merging.form
  const priced = reasonAt('service_level_code') === null ? priceable(values) : { ...values, parcels: [] }
  const [shown, setShown] = useState<{ of: string; preview: ChangePreview } | null>(null)
  // Without the version: the effect on what is stored now, also if another user has saved.
  const { version, ...patch } = editPatch(merging.base, values)
  const previewKey = (of: object) => JSON.stringify([version, of])
  const preview = shown?.of === previewKey(patch) ? shown.preview : null
  const previewing = useEndpointMutation(shipmentsApi.previewChange, {
    inForm: true,
    done: (answer, input) => setShown({ of: previewKey(input), preview: answer }),
  })
  return {
    form,
    booking: {
      form: sharedFields<Booking, EditValues>(form),
      account,
      rules,
      prices: usePrices(priced, { hidesRates: true }),
      opt_ins: useOptIns(values),
    },
    merging,
    preview,
    isSending: previewing.isPending || merging.save.isPending,
    error: preview ? merging.save.error : previewing.error,
    submit: () => {
      if (preview) merging.save.mutate(values)
      else previewing.mutate(patch)
    },
  }
}

/** The rules of the booking form without what only a new booking needs. */
function useEditRules(shipment: Shipment, account: BookingFields['account']): BookingRules {
  const rules = useBookingRules(account)
  return {
    ...rules,
    needs_account: false,
    checks: {
      ...rules.checks,
      is_guest_shipment: false,
      require_billing_email_for_guests: false,
      dangerous_goods_confirmation: false,
      now: shipment.time_created,
    },
  }
}

/** Services are looked up for today where the day of the booking has passed. */
function priceable(values: EditValues): EditValues {
  const today = dayOf(new Date())
  const future = (day: string | null) => (day !== null && day >= today ? day : null)
  return {
    ...values,
    collection_min_date: future(values.collection_min_date),
    delivery_min_date: future(values.delivery_min_date),
  }
}
