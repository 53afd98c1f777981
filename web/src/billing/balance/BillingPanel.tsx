import type { ListedAccount } from '@waybill/domain/accounts/model'
import { billingApi } from '@waybill/domain/billing/api'
import type { ReactNode } from 'react'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Columns, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { BalanceStrip } from './BalanceStrip.tsx'
import styles from '../billing.module.css'
import { CreditNotesCard, InvoicesCard } from '../invoices-and-statements/DocumentCards.tsx'
import { EftCard } from './EftCard.tsx'
import { LedgerCard } from '../ledger/LedgerCard.tsx'

/**
 * The money of one account: balance, transactions, latest invoices and credit notes, and how to pay. `tabOf` leads to
 * the tab that lists all of a kind.
 */
export function BillingPanel({
  account,
  topUp,
  cards,
  tabOf,
}: {
  account: ListedAccount
  /** The button that pays into the account, and the cards saved for it: for who may. */
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
              {cards}
              <EftCard reference={account.account_code} />
            </>
          }
        />
      </div>
    </Stack>
  )
}
