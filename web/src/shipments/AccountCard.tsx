import { IconPencil } from '../kit/icons/icons.ts'
import { isStaff, seesUi } from '@waybill/domain/kit/actor'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { formatRand } from '@waybill/domain/kit/money'
import { formatPhone } from '@waybill/domain/kit/contacts/phone'
import type { Shipment } from '@waybill/domain/shipments/model'
import { invoice_trigger_statuses, statusLabel } from '@waybill/domain/shipments/statuses/status'
import { useMe } from '../kit/session/me.ts'
import { AppLink, ButtonLink } from '../kit/ui/buttons/AppLink.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'
import styles from './detail.module.css'
import { editAddress } from './edit/edit-address.ts'
import { useEditable } from './edit/use-edit.ts'

const standings = {
  active: { family: 'green', label: 'Active', mark: 'tick' },
  overdue: { family: 'red', label: 'Overdue', mark: 'alert' },
  inactive: { family: 'grey', label: 'Inactive', mark: 'dash' },
} as const

/** The account, references and contacts of a shipment. Staff also see the account name and its status. */
export function AccountCard({ shipment }: { shipment: Shipment }) {
  const me = useMe()
  const viewerIsStaff = isStaff(me)
  const { account } = shipment
  const { isAny, reasonAt } = useEditable(shipment)
  const state = account.is_on_hold
    ? ({ family: 'red', label: 'On hold', mark: 'alert' } as const)
    : standings[account.derived_status]
  const trigger = invoice_trigger_statuses.find((one) => one === shipment.invoice_trigger_shipment_status)
  const title = viewerIsStaff ? 'Account' : 'References'
  return (
    <Card
      title={title}
      actions={
        <>
          {viewerIsStaff && <StatusBadge {...state} />}
          {isAny && reasonAt('customer_reference') === null && (
            <ButtonLink
              size="xs"
              variant="ghost"
              icon={IconPencil}
              to={editAddress(shipment.id, 'references')}
              aria-label="Edit references"
            >
              Edit
            </ButtonLink>
          )}
        </>
      }
    >
      <div className={styles.lines}>
        {viewerIsStaff && (
          <div className={styles.line}>
            {seesUi(me, 'UI_accounts') ? (
              <AppLink to={`/accounts/${account.id}`}>
                <b>{account.name}</b>
              </AppLink>
            ) : (
              <b>{account.name}</b>
            )}
            <span className="mono">{account.account_code}</span>
          </div>
        )}
        <FactLine
          name={viewerIsStaff ? `${capital(account.account_type)}, customer reference` : 'Your reference'}
          value={shipment.customer_reference ?? ''}
        />
        {shipment.custom_tracking_reference && (
          <FactLine name="Our reference" value={shipment.short_tracking_reference} />
        )}
        {shipment.cost_center && <FactLine name="Cost centre" value={shipment.cost_center.name} />}
        {shipment.outsourced_to && (
          <FactLine
            name={`Carried by ${shipment.outsourced_to}`}
            value={shipment.third_party_reference ?? ''}
          />
        )}
        <Person name="Responsible contact" contact={shipment.responsible_contact} />
        <Person name="Billing contact" contact={shipment.billing_contact} />
        {viewerIsStaff && trigger && <FactLine name="May be invoiced from" value={statusLabel(trigger)} />}
        {shipment.declared_value > 0 && (
          <FactLine name="Declared value" value={formatRand(shipment.declared_value)} />
        )}
        {shipment.cod_amount > 0 && (
          <FactLine name="Cash on delivery" value={formatRand(shipment.cod_amount)} />
        )}
        <FactLine name="Booked" value={formatDateTime(shipment.time_created)} />
        <FactLine name="Last changed" value={formatDateTime(shipment.time_modified)} />
        {shipment.is_return && <FactLine name="Kind" value="Return" />}
      </div>
    </Card>
  )
}

function Person({ name, contact }: { name: string; contact: Shipment['billing_contact'] }) {
  if (!contact) return null
  const details = [contact.name, formatPhone(contact.mobile_number), contact.email]
  return <FactLine name={name} value={details.filter(Boolean).join(', ')} />
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function FactLine({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.line}>
      <span className={styles.quiet}>{name}</span>
      <span className="mono">{value || '–'}</span>
    </div>
  )
}
