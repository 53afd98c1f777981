import type { ListedAccount, PodMethod } from '@waybill/domain/accounts/model'
import { isStaff } from '@waybill/domain/kit/actor'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useMe } from '../../kit/session/me.ts'
import { None } from '../../kit/ui/values/Value.tsx'
import { AccountSection, type AccountChanges } from '../details/AccountSection.tsx'

export const pod_labels: Readonly<Record<PodMethod, string>> = {
  'pin-with-fallback': 'PIN with fallback',
  grv: 'Goods-received voucher',
}

/** The switches for shipments and messages of an account that only staff may change, with their labels. */
const switches = {
  is_third_party: 'This account is another courier',
  pod_method_visible_on_shipment: 'The customer may choose the proof of delivery per shipment',
  include_unencrypted_pod_pin: 'Responses to this account include the delivery PIN',
  customer_reference_required: 'A customer reference is required',
  override_tracking_prefixes: 'Its own prefix replaces the company’s',
  allow_cancelling_failed_collections: 'The customer may cancel after a failed collection',
  disable_out_for_delivery_sms: 'No SMS when a parcel is out for delivery',
  disable_out_for_delivery_email: 'No email when a parcel is out for delivery',
  disable_driver_app_notification_sms: 'No SMS about what a driver does in the app',
  disable_driver_app_notification_email: 'No email about what a driver does in the app',
} as const
type Switch = keyof typeof switches
const switch_keys = Object.keys(switches) as Switch[]

/** Card with the proof of delivery, references and message switches of an account. */
export function DeliveryCard({ account }: { account: ListedAccount }) {
  const viewerIsStaff = isStaff(useMe())
  const initial = {
    pod_method: account.pod_method,
    tracking_prefix: account.tracking_prefix ?? '',
    customer_reference_prefix: account.customer_reference_prefix ?? '',
    ...(Object.fromEntries(switch_keys.map((key) => [key, account[key]])) as Record<Switch, boolean>),
  }
  const on = switch_keys.filter((key) => account[key])
  return (
    <AccountSection
      account={account}
      title="Delivery and messages"
      mayEdit
      facts={[
        ['Proof of delivery', pod_labels[account.pod_method]],
        ['Customer reference', account.customer_reference_required ? 'Required' : 'Optional'],
        ...(viewerIsStaff
          ? ([
              ['Tracking prefix', account.tracking_prefix || <None key="none" />],
              [
                'Switched on',
                on.length === 0 ? <None key="none" /> : on.map((key) => switches[key]).join('. '),
              ],
            ] as const)
          : []),
      ]}
      initial={initial}
      changesOf={(values, changed) =>
        Object.fromEntries(Object.entries(values).filter(([key]) => changed.has(key))) as AccountChanges
      }
    >
      {(form) => (
        <>
          <SelectField
            {...form.field('pod_method')}
            label="Proof of delivery"
            options={Object.entries(pod_labels).map(([value, label]) => ({
              value: value as PodMethod,
              label,
            }))}
          />
          {viewerIsStaff && (
            <>
              <FieldRow>
                <TextField
                  {...form.field('tracking_prefix')}
                  label="Tracking prefix"
                  hint="Put before the customer’s own tracking references."
                  optional
                  mono
                  maxLength={20}
                />
                <TextField
                  {...form.field('customer_reference_prefix')}
                  label="Customer references start with"
                  optional
                  mono
                  maxLength={40}
                />
              </FieldRow>
              {switch_keys.map((key) => (
                <Checkbox key={key} {...form.field(key)} label={switches[key]} />
              ))}
            </>
          )}
        </>
      )}
    </AccountSection>
  )
}
