import { IconPlus } from '../../kit/icons/icons.ts'
import { pod_methods } from '@waybill/domain/accounts/model'
import { isStaff } from '@waybill/domain/kit/actor'
import { formatPercent } from '@waybill/domain/kit/texts/format'
import { formatRand, fromRand } from '@waybill/domain/kit/money'
import type { OptInRate } from '@waybill/domain/rates/model'
import { dangerous_goods_text } from '@waybill/domain/shipments/booking/shipment-checks'
import { prohibited_items } from '@waybill/domain/shipments/settings'
import { useState } from 'react'
import { ContactFields, pod_labels } from '../../accounts/index.ts'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import shared from './booking.module.css'
import styles from './extras-card.module.css'
import type { BookingFields, BookingState } from './use-booking.ts'

/** Optional extras, declared value, references, and the confirmations of guests and customers. */
export function ExtrasCard({ state }: { state: BookingState }) {
  const me = useMe()
  const { form, rules } = state
  const prefix = rules.checks.tracking_prefix
  const needsReference = rules.customer_reference_required
  return (
    <section className={shared.section} aria-labelledby="extras-title" data-section="">
      <header className={shared.sectionHead}>
        <h2 id="extras-title">Extras</h2>
      </header>
      <div className={shared.card}>
        <OptIns state={state} />
        <div className={styles.thirds}>
          <DeclaredValue state={state} />
          <CodAmount state={state} />
          <TextField
            {...form.field('customer_reference')}
            label="Customer reference"
            optional={!needsReference}
            hint={
              rules.customer_reference_prefix ? `Starts with ${rules.customer_reference_prefix}` : undefined
            }
            autoComplete="off"
            spellCheck={false}
            maxLength={255}
          />
          <TextField
            {...form.field('custom_tracking_reference')}
            label="Custom tracking reference"
            optional
            mono
            prefix={prefix || undefined}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            takesScans
          />
        </div>
        <CostCentre state={state} />
        <PodMethodChoice state={state} />
        <ResponsibleContact state={state} />
        {isStaff(me) && (
          <Checkbox {...form.field('mute_notifications')} label="Send no messages to the contacts" />
        )}
        <GuestOptions state={state} />
      </div>
    </section>
  )
}

/** Checkboxes for the extras from `POST /rates/opt-in`; renders nothing if there are none (RATE-014). */
export function OptIns({ state: { form, opt_ins } }: { state: BookingFields }) {
  const kinds = [
    { path: 'opt_in_rates', offered: opt_ins?.opt_in_rates ?? [] },
    { path: 'opt_in_time_based_rates', offered: opt_ins?.opt_in_time_based_rates ?? [] },
  ] as const
  if (kinds.every(({ offered }) => offered.length === 0)) return null
  return (
    <div className={styles.optIns} role="group" aria-label="Extras to buy">
      {kinds.flatMap(({ path, offered }) =>
        offered.map((extra) => {
          const chosen = form.values[path]
          return (
            <Checkbox
              key={`${path}.${extra.id}`}
              {...standaloneField(`${path}.${extra.id}`, chosen.includes(extra.id), (isOn: boolean) =>
                form.set(path, isOn ? [...chosen, extra.id] : chosen.filter((id) => id !== extra.id)),
              )}
              label={labelOf(extra)}
              off={form.field(path).off}
              hint={extra.description || undefined}
            />
          )
        }),
      )}
    </div>
  )
}

/** Returns the label of an extra. It includes the price if the user may see prices. */
function labelOf({ name, charge_type, charge_value }: OptInRate): string {
  if (charge_value === null) return name
  return `${name} · ${costOf(charge_type, charge_value).replaceAll(' ', '\u00a0')}`
}

function costOf(chargeType: OptInRate['charge_type'], chargeValue: number): string {
  if (chargeType === 'percentage') return formatPercent(chargeValue)
  const amount = formatRand(fromRand(chargeValue))
  const per = {
    flat: '',
    perKg: ' per kg',
    perItem: ' per parcel',
    perKmFromDeliveryBranch: ' per km',
    perKmFromCollectionBranch: ' per km',
  }
  return amount + per[chargeType]
}

/** The cost centre of the account, if the account has any (ACC-027). */
export function CostCentre({ state: { form, rules } }: { state: BookingFields }) {
  const { cost_centers, cost_centre_rules, checks } = rules
  if (cost_centers.length === 0) return null
  return (
    <SelectField
      {...form.field('cost_center_id')}
      label={cost_centre_rules.cost_center_label}
      clearable
      optional={isStaff(checks.actor) || !cost_centre_rules.cost_center_required}
      options={cost_centers.map(({ id, name, code }) => ({
        value: id,
        label: name,
        ...(code ? { hint: code } : {}),
      }))}
    />
  )
}

/** The proof of delivery method, for staff and for accounts that may choose it (SHIP-017, ACC-009). */
export function PodMethodChoice({ state: { form, account, rules } }: { state: BookingFields }) {
  if (!isStaff(rules.checks.actor) && !account?.pod_method_visible_on_shipment) return null
  // Lockers and counters have no signature.
  if (form.values.delivery_pickup_point_id) return null
  return (
    <SelectField
      {...form.field('pod_method')}
      label="Proof of delivery"
      clearable
      optional
      placeholder={account ? pod_labels[account.pod_method] : 'Same as the account'}
      options={pod_methods.map((value) => ({ value, label: pod_labels[value] }))}
      width={320}
    />
  )
}

/** The responsible contact, if it is neither sender nor receiver (SHIP-007, SHIP-008). */
export function ResponsibleContact({ state: { form } }: { state: BookingFields }) {
  const [requests, setIsAsking] = useState(() => Object.values(form.values.responsible_contact).some(Boolean))
  if (!requests)
    return (
      <div>
        <Button variant="link" icon={IconPlus} onClick={() => setIsAsking(true)}>
          Add a responsible contact
        </Button>
      </div>
    )
  return (
    <fieldset className={styles.responsible}>
      <legend className={styles.responsibleLegend}>Responsible contact</legend>
      <ContactFields
        name={form.field('responsible_contact.name')}
        mobile_number={form.field('responsible_contact.mobile_number')}
        email={form.field('responsible_contact.email')}
      />
    </fieldset>
  )
}

/** The value of the parcels, if the provider offers insurance, with the maximum cover as a hint (SHIP-083). */
export function DeclaredValue({ state: { form, rules, prices } }: { state: BookingFields }) {
  const max = rules.checks.max_declared_value
  if (max === null) return null
  const isNotInsured = prices.chosen?.service_level.insurance_disabled === true
  return (
    <MoneyField
      {...form.field('declared_value')}
      label="Declared value"
      width={200}
      optional
      hint={isNotInsured ? 'This service has no cover.' : `Cover up to ${formatRand(max)}`}
    />
  )
}

/** What the receiver pays to the driver for the goods, if it is offered to the account. */
export function CodAmount({ state: { form, rules } }: { state: BookingFields }) {
  const max = rules.checks.max_cod_amount
  const { is_return, delivery_pickup_point_id } = form.values
  const isOffered =
    max !== null && !rules.checks.is_guest_shipment && !is_return && delivery_pickup_point_id === ''
  if (!isOffered && form.values.cod_amount === null) return null
  return (
    <MoneyField
      {...form.field('cod_amount')}
      label="Cash on delivery"
      width={200}
      optional
      hint={
        max === null
          ? 'Cash on delivery is not offered.'
          : `The receiver pays the driver, up to ${formatRand(max)}.`
      }
    />
  )
}

/**
 * The billing email of guests, and the dangerous goods confirmation of guests and customers (SHIP-081, SHIP-082,
 * SHELL-082).
 */
export function GuestOptions({
  state: { form, rules },
  only,
}: {
  state: BookingState
  /** Renders only one of the two, for pages that show them on different steps. */
  only?: 'billing' | 'confirmation'
}) {
  const { actor, is_guest_shipment, require_billing_email_for_guests, dangerous_goods_confirmation } =
    rules.checks
  const items = useSetting(prohibited_items)
  const [isListed, setListed] = useState(false)
  const confirms = dangerous_goods_confirmation && !isStaff(actor) && only !== 'billing'
  const bills = is_guest_shipment && require_billing_email_for_guests && only !== 'confirmation'
  return (
    <>
      {bills && (
        <TextField
          {...form.field('billing_contact.email')}
          label="Billing email"
          hint="The invoice goes here."
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {confirms && (
        <div className={styles.dangerous} data-stop="">
          <img
            className={styles.dangerousImage}
            src="/images/dangerous_goods.png"
            alt=""
            width={40}
            height={40}
          />
          <div className={styles.dangerousPart}>
            <Checkbox {...form.field('dangerous_goods_confirmed')} label={dangerous_goods_text} />
            <Button variant="link" onClick={() => setListed(true)}>
              See the list
            </Button>
          </div>
        </div>
      )}
      {isListed && (
        <Modal
          title="What may not be sent"
          onClose={() => setListed(false)}
          footer={<Button onClick={() => setListed(false)}>Close</Button>}
        >
          <ul className={styles.items}>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </Modal>
      )}
    </>
  )
}
