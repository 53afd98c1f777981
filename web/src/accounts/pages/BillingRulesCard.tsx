import {
  account_types,
  invoice_allocation_methods,
  type AccountType,
  type ListedAccount,
} from '@waybill/domain/accounts/model'
import { invoice_trigger_statuses, statusLabel } from '@waybill/domain/shipments/statuses/status'
import { hasPermission, isStaff } from '@waybill/domain/kit/actor'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { MoneyField, NumberField } from '../../kit/form/TypedField.tsx'
import { formatRand } from '@waybill/domain/kit/money'
import { useMe } from '../../kit/session/me.ts'
import { AccountSection, type AccountChanges } from '../details/AccountSection.tsx'
import { account_type_labels } from '../account-state.ts'

const allocation_labels: Readonly<Record<(typeof invoice_allocation_methods)[number], string>> = {
  'auto-oldest-invoice-first': 'Automatically, oldest first',
  manual: 'By hand',
}
const trigger_options = invoice_trigger_statuses.map((value) => ({
  value: value as string,
  label: statusLabel(value),
}))
const company = 'Same as the company'
const triggerText = (status: string | null): string =>
  trigger_options.find(({ value }) => value === status)?.label ?? company

/** Returns the account's own threshold of weight discrepancies: 'R 50.00 and 10 %'. */
function waitText({
  charge_discrepancy_threshold_override: amount,
  charge_discrepancy_percentage_override: percentage,
}: ListedAccount): string {
  const parts = [amount > 0 ? formatRand(amount) : '', percentage > 0 ? `${percentage} %` : ''].filter(
    Boolean,
  )
  return parts.join(' and ') || company
}

/**
 * Card with the billing rules of an account, for staff: type, from which status shipments are invoiced, how payments
 * are allocated, and exemptions from holds.
 */
export function BillingRulesCard({ account }: { account: ListedAccount }) {
  const me = useMe()
  if (!isStaff(me)) return null
  const mayHold = hasPermission(me, 'INLINE_toggle_account_hold')
  const initial = {
    account_type: account.account_type,
    invoice_trigger_shipment_status: account.invoice_trigger_shipment_status,
    invoice_trigger_shipment_status_for_month_end: account.invoice_trigger_shipment_status_for_month_end,
    invoice_allocation_method: account.invoice_allocation_method,
    charge_discrepancy_threshold_override: account.charge_discrepancy_threshold_override || null,
    charge_discrepancy_percentage_override: account.charge_discrepancy_percentage_override || null,
    force_show_billing_transactions: account.force_show_billing_transactions,
    disable_auto_hold: account.disable_auto_hold,
    disable_account_in_arrears_checks: account.disable_account_in_arrears_checks,
  }
  const holdsText = account.disable_auto_hold
    ? 'Never automatically'
    : account.disable_account_in_arrears_checks
      ? 'Arrears are ignored'
      : account.temp_disable_auto_hold
        ? 'Not until the next payment'
        : 'Automatically'
  return (
    <AccountSection
      account={account}
      title="Billing rules"
      mayEdit
      facts={[
        ['Invoiced from', triggerText(account.invoice_trigger_shipment_status)],
        ['At month end from', triggerText(account.invoice_trigger_shipment_status_for_month_end)],
        ['Payments are allocated', allocation_labels[account.invoice_allocation_method]],
        ['A measured price waits from', waitText(account)],
        ['Put on hold', holdsText],
        ['Users see transactions', account.force_show_billing_transactions ? 'Always' : company],
      ]}
      initial={initial}
      changesOf={(values, changed) =>
        Object.fromEntries(
          Object.entries(values)
            .filter(([key]) => changed.has(key))
            .map(([key, value]) => [key, value ?? (key.startsWith('charge_discrepancy') ? 0 : '')]),
        ) as AccountChanges
      }
    >
      {(form) => (
        <>
          {account.account_type !== 'guest' && (
            <SelectField
              {...form.field('account_type')}
              label="Account type"
              options={account_types
                .filter((type): type is Exclude<AccountType, 'guest'> => type !== 'guest')
                .map((value) => ({ value: value as AccountType, label: account_type_labels[value] }))}
            />
          )}
          <FieldRow>
            <SelectField
              {...form.field('invoice_trigger_shipment_status')}
              label="A shipment may be invoiced from"
              placeholder={company}
              clearable
              options={trigger_options}
            />
            <SelectField
              {...form.field('invoice_trigger_shipment_status_for_month_end')}
              label="At month end from"
              placeholder={company}
              clearable
              options={trigger_options}
            />
          </FieldRow>
          <SelectField
            {...form.field('invoice_allocation_method')}
            label="Payments are allocated"
            options={invoice_allocation_methods.map((value) => ({
              value,
              label: allocation_labels[value],
            }))}
          />
          <FieldRow>
            <MoneyField
              {...form.field('charge_discrepancy_threshold_override')}
              label="A measured price waits from"
              hint={`Difference to the booked price. Empty: ${company.toLowerCase()}.`}
              optional
            />
            <NumberField
              {...form.field('charge_discrepancy_percentage_override')}
              label="And from, % of the booked price"
              optional
            />
          </FieldRow>
          <Checkbox
            {...form.field('force_show_billing_transactions')}
            label="Users see transactions, whatever the company setting"
          />
          {mayHold && (
            <>
              <Checkbox {...form.field('disable_auto_hold')} label="Never put on hold automatically" />
              <Checkbox
                {...form.field('disable_account_in_arrears_checks')}
                label="Overdue invoices and the credit limit do not put it on hold"
              />
            </>
          )}
        </>
      )}
    </AccountSection>
  )
}
