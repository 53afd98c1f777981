import type { ListedAccount } from '@waybill/domain/accounts/model'
import { identityApi } from '@waybill/domain/identity/api'
import { Suspense, type ReactNode } from 'react'
import { BillingPanel, ListingTable, seesBilling, useCreditNotes, useInvoices } from '../../billing/index.ts'
import { AccountUsers } from '../../identity/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Page } from '../../kit/ui/Layout.tsx'
import { Loading } from '../../kit/ui/States.tsx'
import { Tabs, type Tab } from '../../kit/ui/Tabs.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { AccountDetails } from '../AccountDetails.tsx'
import { useBranches } from './use-branches.ts'
import { ParcelTypesCard } from '../ParcelTypesCard.tsx'

type TabKey = 'details' | 'billing' | 'invoices' | 'credit-notes' | 'users' | 'parcel-types'

/**
 * The parts of one account behind tabs, as its owner and staff see them; what somebody may not see has no tab. `path`
 * is the page's own address.
 */
export function AccountTabs({
  account,
  path,
  header,
}: {
  account: ListedAccount
  path: string
  header: ReactNode
}) {
  const me = useMe()
  const go = useGo()
  const { values } = useSearchState()
  const tabs: Tab<TabKey>[] = [
    { key: 'details', label: 'Details' },
    ...(seesBilling(me)
      ? ([
          { key: 'billing', label: 'Billing' },
          { key: 'invoices', label: 'Invoices' },
          { key: 'credit-notes', label: 'Credit notes' },
        ] as const)
      : []),
    ...(mayCall(me, identityApi.users) ? ([{ key: 'users', label: 'Users' }] as const) : []),
    { key: 'parcel-types', label: 'Parcel types' },
  ]
  const chosen = tabs.find(({ key }) => key === values.tab)?.key ?? 'details'
  const addressOf = (tab: TabKey): string => (tab === 'details' ? path : `${path}?tab=${tab}`)
  const isList = chosen === 'invoices' || chosen === 'credit-notes'
  return (
    <Page width={isList ? 'list' : 'detail'}>
      {header}
      <Tabs label="Account" tabs={tabs} chosen={chosen} onChoose={(tab) => go(addressOf(tab))} />
      {chosen === 'details' && <Details account={account} />}
      {chosen === 'billing' && <BillingPanel account={account} tabOf={addressOf} />}
      {chosen === 'invoices' && <Invoices account_id={account.id} />}
      {chosen === 'credit-notes' && <CreditNotes account_id={account.id} />}
      {chosen === 'users' && (
        <Suspense fallback={<Loading />}>
          <AccountUsers account_id={account.id} />
        </Suspense>
      )}
      {chosen === 'parcel-types' && <ParcelTypesCard account={account} />}
    </Page>
  )
}

function Details({ account }: { account: ListedAccount }) {
  const branches = useBranches()
  return (
    <AccountDetails
      account={account}
      branches={branches.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

function Invoices({ account_id }: { account_id: number }) {
  return <ListingTable of={useInvoices(account_id)} empty={{ title: 'No invoices yet.' }} />
}

function CreditNotes({ account_id }: { account_id: number }) {
  return <ListingTable of={useCreditNotes(account_id)} empty={{ title: 'No credit notes yet.' }} />
}
