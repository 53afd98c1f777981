import { IconPencil } from '../../kit/icons/icons.ts'
import { accountsApi } from '@waybill/domain/accounts/api'
import { addressLine, type ListedAccount } from '@waybill/domain/accounts/model'
import { hasPermission, isStaff } from '@waybill/domain/kit/actor'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { formatPhone } from '@waybill/domain/kit/contacts/phone'
import { weekday_names } from '@waybill/domain/kit/dates/weekdays'
import { useState, type ReactNode } from 'react'
import type { Option } from '../../kit/form/choices/options.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Columns } from '../../kit/ui/page-layout/Layout.tsx'
import { Money, None, Reference, Tag, When } from '../../kit/ui/values/Value.tsx'
import { frequency_labels } from './account-edit.ts'
import { account_type_labels, cardText } from '../account-state.ts'
import shared from '../account.module.css'
import styles from './account-details.module.css'
import { AccountForm } from './AccountForm.tsx'
import { CustomFieldsCard } from './CustomFieldsCard.tsx'
import { CodTermsCard } from '../account-settings/CodTermsCard.tsx'
import { DeliveryCard } from '../account-settings/DeliveryCard.tsx'

const orNone = (text: string | null | undefined): ReactNode => text || <None />

/** Overview of an account, with details that can be edited in place. */
export function AccountDetails({
  account,
  branches,
  rules,
}: {
  account: ListedAccount
  /** The branches that staff may choose. */
  branches: readonly Option<number>[]
  /** The billing rules card, displayed in the side column. */
  rules?: ReactNode
}) {
  const me = useMe()
  const [isEditing, setEditing] = useState(false)
  const mayEdit = mayCall(me, accountsApi.change) && account.status === 'open'
  const contact = account.billing_contact
  const address = account.default_collection_address
  return (
    <Columns
      main={
        <>
          <Card
            title={isEditing ? 'Edit details' : 'Details'}
            className={isEditing ? undefined : shared.dense}
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
                  ['Mobile number', orNone(contact?.mobile_number && formatPhone(contact.mobile_number))],
                  ['Invoices are sent to', orNone(contact?.email)],
                  ['Support email', orNone(account.support_email)],
                  ['Usual collection address', orNone(address && addressLine(address))],
                  ...(isStaff(me)
                    ? ([
                        ['Account id', <Reference key="id" of={String(account.id)} copy="always" />],
                        ['Branch', orNone(account.branch_name)],
                        ['Tags', <Tags key="tags" of={account.tags} />],
                        ['Customer since', formatDate(account.time_created)],
                        ['Last shipment', <When key="last" at={account.last_shipment} />],
                      ] as const)
                    : []),
                ]}
              />
            )}
          </Card>
          <CustomFieldsCard account={account} />
        </>
      }
      side={
        <>
          <Card title="Billing terms" className={shared.dense}>
            <Facts split of={termsOf(account, hasPermission(me, 'INLINE_see_billing_info'), isStaff(me))} />
          </Card>
          <DeliveryCard account={account} />
          <CodTermsCard account={account} />
          {rules}
        </>
      }
    />
  )
}

function Tags({ of: tags }: { of: readonly string[] }) {
  if (tags.length === 0) return <None />
  return (
    <span className={styles.tags}>
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  )
}

function termsOf(
  account: ListedAccount,
  seesMoney: boolean,
  isStaffView: boolean,
): readonly (readonly [string, ReactNode])[] {
  const {
    account_type,
    invoice_frequency,
    invoice_frequency_time,
    payment_terms,
    payment_terms_from_statement,
    credit_limit,
  } = account
  const card = account.account_billing_card_information
  const weekday = invoice_frequency === 'weekly' ? `, on ${weekday_names[invoice_frequency_time] ?? ''}` : ''
  return [
    ['Account type', account_type_labels[account_type]],
    ...(seesMoney && account_type === 'postpaid'
      ? ([['Credit limit', <Money key="limit" cents={credit_limit} />]] as const)
      : []),
    ['Invoiced', `${frequency_labels[invoice_frequency]}${weekday}`],
    ...(card ? ([['Saved card', cardText(card)]] as const) : []),
    ['Payment due', paidWithin(payment_terms, payment_terms_from_statement)],
    ...(isStaffView ? ([['Price list', orNone(account.current_rate_group_name)]] as const) : []),
  ]
}

/** Formats the payment terms as text. */
function paidWithin(days: number, fromStatement: boolean): string {
  if (fromStatement) return days === 0 ? 'By the end of the month' : `Within ${days} days of the statement`
  return days === 0 ? 'Immediately' : `Within ${days} days`
}
