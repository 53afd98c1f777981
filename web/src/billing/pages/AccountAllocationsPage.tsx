import { useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { endpointQuery } from '../../kit/api/index.ts'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { AllocatedTable } from '../receivables/AllocatedTable.tsx'
import { OpenAmountsForm } from '../receivables/AllocateForm.tsx'

/** Page that allocates the credits of an account to its open invoices, and undoes allocations (BILL-009). */
export default function AccountAllocationsPage() {
  const account_id = Number(usePathPart('id'))
  const account = useQuery(endpointQuery(accountsApi.list, { id: [account_id], limit: 1 }))
  const query = useQuery(endpointQuery(receivablesApi.open, { account_id }))
  const found = account.data?.accounts[0]
  return (
    <Page>
      <PageHeader
        title="Allocations"
        note={found && `${found.name} (${found.account_code})`}
        back={{ to: `/accounts/${account_id}?tab=billing`, label: found?.name ?? 'Account' }}
      />
      {!query.data && query.error && (
        <RegionError thrown={query.error} what="The open amounts" onRetry={() => void query.refetch()} />
      )}
      {!query.data && !query.error && <Loading lines={8} />}
      {query.data && (
        <OpenAmountsForm open={query.data} account_id={account_id} onStale={() => void query.refetch()} />
      )}
      {query.data && <AllocatedTable account_id={account_id} />}
    </Page>
  )
}
