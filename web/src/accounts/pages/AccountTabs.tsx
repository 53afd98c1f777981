import { accountsApi } from '@waybill/domain/accounts/api'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { enable_cost_centers, cost_center_label } from '@waybill/domain/accounts/settings'
import { identityApi } from '@waybill/domain/identity/api'
import { isStaff } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { claims_enabled } from '@waybill/domain/shipments/settings'
import { lazy, Suspense, type ReactNode } from 'react'
import { BillingPanel, ListingTable, seesBilling, useCreditNotes, useInvoices } from '../../billing/index.ts'
import { seesClaims } from '../../claims/index.ts'
import { AccountUsers } from '../../identity/index.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Loading } from '../../kit/ui/states/States.tsx'
import { Tabs, type Tab } from '../../kit/ui/page-layout/Tabs.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { AutoTopUpCard, SavedCards, TopUpButton } from '../../payments/index.ts'
import { AccountDetails } from '../details/AccountDetails.tsx'
import { AccountSettingsCard } from '../account-settings/AccountSettingsCard.tsx'
import { AddressBook } from '../addresses/AddressBook.tsx'
import styles from './account-tabs.module.css'
import { CostCentresCard } from '../account-settings/CostCentresCard.tsx'
import { NotesPanel, seesNotes } from '../NotesPanel.tsx'
import { ParcelTypesCard } from '../account-settings/ParcelTypesCard.tsx'
import { PriceListCard } from '../account-settings/PriceListCard.tsx'
import { BillingRulesCard } from './BillingRulesCard.tsx'
import { useBranches } from './use-branches.ts'
import { placeSearch } from '../../maps/index.ts'
import { useCountriesServed } from '../../rates/index.ts'

const AccountFigures = lazy(async () => ({
  default: (await import('./overview/AccountFigures.tsx')).AccountFigures,
}))
const AccountClaims = lazy(() => import('./AccountClaims.tsx'))
const AccountShipments = lazy(() => import('./AccountShipments.tsx'))

type TabKey =
  | 'details'
  | 'shipments'
  | 'billing'
  | 'invoices'
  | 'credit-notes'
  | 'rates'
  | 'users'
  | 'address-book'
  | 'parcel-types'
  | 'cost-centres'
  | 'claims'
  | 'settings'
  | 'notes'

/** Tabs whose table fills the window and scrolls inside it. */
const lists: readonly TabKey[] = ['invoices', 'credit-notes', 'address-book', 'shipments', 'claims']

/**
 * The parts of one account in tabs, for its owner and for staff. Parts that the viewer may not see have no tab
 * (ACC-019, ACC-022). `path` is the URL path of the page.
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
  const go = useGo()
  const { values } = useSearchState()
  const tabs = useTabs(account)
  const chosen = tabs.find(({ key }) => key === values.tab)?.key ?? 'details'
  const addressOf = (tab: TabKey): string => (tab === 'details' ? path : `${path}?tab=${tab}`)
  return (
    <Page width={lists.includes(chosen) ? 'list' : 'detail'}>
      {header}
      <Tabs label="Account" tabs={tabs} chosen={chosen} onChoose={(tab) => go(addressOf(tab))} />
      <Panel account={account} tab={chosen} addressOf={addressOf} />
    </Page>
  )
}

/** Returns the tabs of this viewer: customers get those of their own account, staff also the internal ones. */
function useTabs(account: ListedAccount): readonly Tab<TabKey>[] {
  const me = useMe()
  const hasCentres = useSetting(enable_cost_centers)
  const centre = useSetting(cost_center_label)
  const hasClaims = useSetting(claims_enabled)
  const viewerIsStaff = isStaff(me)
  const shown: readonly (readonly [TabKey, string, boolean])[] = [
    ['details', viewerIsStaff ? 'Overview' : 'Details', true],
    ['shipments', 'Shipments', viewerIsStaff && mayCall(me, shipmentsApi.rows)],
    ['billing', 'Billing', seesBilling(me)],
    ['invoices', 'Invoices', seesBilling(me)],
    ['credit-notes', 'Credit notes', seesBilling(me)],
    ['rates', 'Rates', viewerIsStaff],
    ['users', 'Users', mayCall(me, identityApi.users)],
    ['address-book', 'Address book', viewerIsStaff && mayCall(me, accountsApi.addressBook)],
    ['parcel-types', 'Parcel types', true],
    ['cost-centres', `${centre}s`, hasCentres && account.account_type !== 'guest'],
    ['claims', 'Claims', seesClaims(me, hasClaims)],
    ['settings', 'Settings', viewerIsStaff && mayCall(me, accountsApi.settings)],
    ['notes', 'Notes', seesNotes(me)],
  ]
  return shown.flatMap(([key, label, isVisible]) => (isVisible ? [{ key, label }] : []))
}

function Panel({
  account,
  tab,
  addressOf,
}: {
  account: ListedAccount
  tab: TabKey
  addressOf: (tab: TabKey) => string
}) {
  const countries = useCountriesServed()
  switch (tab) {
    case 'shipments':
      return (
        <Suspense fallback={<Loading />}>
          <AccountShipments account_id={account.id} />
        </Suspense>
      )
    case 'billing':
      return (
        <BillingPanel
          account={account}
          topUp={<TopUpButton />}
          cards={
            <>
              <SavedCards />
              <AutoTopUpCard account_id={account.id} />
            </>
          }
          tabOf={addressOf}
        />
      )
    case 'invoices':
      return <Invoices account_id={account.id} />
    case 'credit-notes':
      return <CreditNotes account_id={account.id} />
    case 'rates':
      return <PriceListCard account={account} />
    case 'users':
      return (
        <Suspense fallback={<Loading />}>
          <AccountUsers account_id={account.id} />
        </Suspense>
      )
    case 'address-book':
      return (
        <AddressBook
          account_id={account.id}
          account={account}
          placeSearch={placeSearch}
          countries={countries}
          frame={({ add }) => add && <div className={styles.tools}>{add}</div>}
        />
      )
    case 'parcel-types':
      return <ParcelTypesCard account={account} />
    case 'cost-centres':
      return <CostCentresCard account={account} />
    case 'claims':
      return (
        <Suspense fallback={<Loading />}>
          <AccountClaims account_id={account.id} />
        </Suspense>
      )
    case 'settings':
      return <AccountSettingsCard account={account} />
    case 'notes':
      return <NotesPanel account_id={account.id} />
    default:
      return <Details account={account} path={addressOf('details')} />
  }
}

function Details({ account, path }: { account: ListedAccount; path: string }) {
  const me = useMe()
  const branches = useBranches()
  return (
    <Stack>
      {isStaff(me) && account.account_type !== 'guest' && (
        <Suspense fallback={<Loading />}>
          <AccountFigures account={account} path={path} />
        </Suspense>
      )}
      <AccountDetails
        account={account}
        branches={branches.map(({ id, name }) => ({ value: id, label: name }))}
        rules={<BillingRulesCard account={account} />}
      />
    </Stack>
  )
}

function Invoices({ account_id }: { account_id: number }) {
  return <ListingTable of={useInvoices(account_id)} empty={{ title: 'No invoices yet.' }} />
}

function CreditNotes({ account_id }: { account_id: number }) {
  return <ListingTable of={useCreditNotes(account_id)} empty={{ title: 'No credit notes yet.' }} />
}
