import { IconPencil } from '@tabler/icons-react'
import { accountsApi } from '@waybill/domain/accounts/api'
import { addressLine, type ListedAccount } from '@waybill/domain/accounts/model'
import { holds, isStaff } from '@waybill/domain/kit/actor'
import { formatDate } from '@waybill/domain/kit/format'
import { shownPhone } from '@waybill/domain/kit/phone'
import { useState, type ReactNode } from 'react'
import type { Option } from '../kit/form/options.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/Button.tsx'
import { Card, Facts } from '../kit/ui/Card.tsx'
import { Columns } from '../kit/ui/Layout.tsx'
import { Money, None, Reference } from '../kit/ui/Value.tsx'
import { frequency_labels, weekdays } from './account-edit.ts'
import { account_type_labels } from './account-state.ts'
import styles from './account.module.css'
import { AccountForm } from './AccountForm.tsx'

const orNone = (text: string | null | undefined): ReactNode => text || <None />

/** What is known of an account, with the particulars that may be changed on the spot. */
export function AccountDetails({
  account,
  branches,
}: {
  account: ListedAccount
  /** What staff may choose from. */
  branches: readonly Option<number>[]
}) {
  const me = useMe()
  const [isEditing, setEditing] = useState(false)
  const mayEdit = mayCall(me, accountsApi.change) && account.status === 'open'
  const contact = account.billing_contact
  const address = account.default_collection_address
  return (
    <Columns
      main={
        <Card
          title={isEditing ? 'Edit details' : 'Details'}
          className={isEditing ? undefined : styles.dense}
          actions={
            mayEdit &&
            !isEditing && (
              <Button size="sm" icon={IconPencil} onClick={() => setEditing(true)}>
                Edit
              </Button>
            )
          }
        >
          {isEditing ? (
            <AccountForm account={account} branches={branches} onClose={() => setEditing(false)} />
          ) : (
            <Facts
              of={[
                ['Name', account.name],
                ['Account code', <Reference key="code" of={account.account_code} copy="always" />],
                ['VAT number', orNone(account.vat_number)],
                ['Registration number', orNone(account.registration_number)],
                ['Billing contact', orNone(contact?.name)],
                ['Mobile number', orNone(contact?.mobile_number && shownPhone(contact.mobile_number))],
                ['Invoices are sent to', orNone(contact?.email)],
                ['Support email', orNone(account.support_email)],
                ['Usual collection address', orNone(address && addressLine(address))],
              ]}
            />
          )}
        </Card>
      }
      side={
        <>
          <Card title="Billing terms" className={styles.dense}>
            <Facts split of={termsOf(account, holds(me, 'INLINE_see_billing_info'))} />
          </Card>
          <Card title="Delivery" className={styles.dense}>
            <Facts
              split
              of={[
                [
                  'Proof of delivery',
                  account.pod_method === 'grv' ? 'Goods-received voucher' : 'PIN with fallback',
                ],
                ['Customer reference', account.customer_reference_required ? 'Required' : 'Optional'],
                ['Branch', orNone(account.branch_name)],
                ...(isStaff(me) ? ([['Customer since', formatDate(account.time_created)]] as const) : []),
              ]}
            />
          </Card>
        </>
      }
    />
  )
}

function termsOf(account: ListedAccount, seesMoney: boolean): readonly (readonly [string, ReactNode])[] {
  const { account_type, invoice_frequency, invoice_frequency_time, payment_terms, credit_limit } = account
  const weekday = invoice_frequency === 'weekly' ? `, on ${weekdays[invoice_frequency_time] ?? ''}` : ''
  return [
    ['Account type', account_type_labels[account_type]],
    ...(seesMoney && account_type === 'postpaid'
      ? ([['Credit limit', <Money key="limit" cents={credit_limit} />]] as const)
      : []),
    ['Invoiced', `${frequency_labels[invoice_frequency]}${weekday}`],
    ['To be paid', payment_terms === 0 ? 'At once' : `Within ${payment_terms} days`],
  ]
}
