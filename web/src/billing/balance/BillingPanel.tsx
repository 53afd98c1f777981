import type { ListedAccount } from '@waybill/domain/accounts/model'
import { billingApi } from '@waybill/domain/billing/api'
import { deliveriesApi } from '@waybill/domain/billing/deliveries'
import type { ReactNode } from 'react'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Columns, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { BalanceStrip } from './BalanceStrip.tsx'
import styles from '../billing.module.css'
import { CreditNotesCard, InvoicesCard } from '../invoices-and-statements/DocumentCards.tsx'
import { PromisesCard } from '../credit-control/PromisesCard.tsx'
import { DocumentsByMailCard } from '../deliveries/DocumentsByMailCard.tsx'
import { EftCard } from './EftCard.tsx'
import { LedgerCard } from '../ledger/LedgerCard.tsx'

/**
 * The billing of one account: balance, transactions, latest invoices and credit notes, and how to pay. `tabOf`
 * returns the path of the tab that lists all invoices or credit notes.
 */
export function BillingPanel({
  account,
  topUp,
  cards,
  tabOf,
}: {
  account: ListedAccount
  /** `topUp` is the button to pay into the account, `cards` its saved cards; passed only for users who may use them. */
  topUp?: ReactNode
  cards?: ReactNode
  tabOf: (tab: 'invoices' | 'credit-notes') => string
}) {
  const me = useMe()
  return (
    <Stack>
      <BalanceStrip account={account} topUp={topUp} />
      <div className={styles.wide}>
        <Columns
          main={mayCall(me, billingApi.statement) && <LedgerCard account_id={account.id} />}
          side={
            <>
              {mayCall(me, billingApi.invoices) && (
                <InvoicesCard account_id={account.id} all={tabOf('invoices')} />
              )}
              <CreditNotesCard account_id={account.id} all={tabOf('credit-notes')} />
              <PromisesCard account_id={account.id} />
              {mayCall(me, deliveriesApi.preference) && <DocumentsByMailCard account_id={account.id} />}
              {cards}
              <EftCard reference={account.account_code} />
            </>
          }
        />
      </div>
    </Stack>
  )
}
